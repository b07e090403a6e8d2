/**
 * filters/contact_rows.h -- contacts as numbers: one row per line.
 *
 * Room: plugin/filters.  Any poly data or unstructured grid whose cells are lines between
 * two points will do, as Threshold, Clip and Extract Selection give them: arrays missing in a file of another program get the default values given below.
 */
#ifndef granum_filters_contact_rows_h
#define granum_filters_contact_rows_h

#include <cstdint>
#include <string>
#include <vector>

class vtkPointSet;

namespace granum
{

struct ContactRows
{
  std::vector<double> EndA, EndB; /**< [n, 3] m  of the line                         */
  std::vector<double> Normal; /**< [n, 3] 1  `normal`, else along the line to a   */
  std::vector<double> Force; /**< [n] N     along the normal, > 0 repulsive      */
  std::vector<double> Vector; /**< [n, 3] N  on a; empty where one number is given */
  std::vector<int> Kind; /**< [n]       `kind`, else 0: grain on grain       */
  std::vector<int> Structure; /**< [n]       `structure_id`, else -1: none        */
  std::vector<int> StructureA; /**< [n]      `structure_a`, else -1: none         */
  std::vector<std::int64_t> IdA, IdB; /**< [n]      `id_a`, `id_b`; empty without them   */

  std::size_t Count() const { return this->Force.size(); }
};

/** Reads contacts; `force` names the cell array of the force: one component is the normal
 * force, three are the force on a.  Returns "", or a message that names the missing array.
 * Without lines no array is needed. */
std::string ReadContactRows(vtkPointSet* contacts, const std::string& force, ContactRows& rows);

}

#endif
