/**
 * filters/partners.h -- the contacts of chosen grains, as a list.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_partners_h
#define granum_filters_partners_h

#include "contact_rows.h"

#include "vtkType.h"

#include <cstdint>
#include <string>
#include <vector>

class vtkPointSet;
class vtkPolyData;
class vtkTable;

namespace granum
{

/** Contacts that words choose: `100` all of a grain, `100-205` the one of two grains,
 * `100-left` those of a grain with a structure. */
struct PartnerChoice
{
  struct Word
  {
    std::int64_t Grain, Other, Structure; /**< -1: any */
  };
  std::vector<Word> Words;

  bool Has(const ContactRows& rows, std::size_t k) const;
  /** Whether the grain itself is named, not only as a partner. */
  bool Names(std::int64_t id) const;
};

/** Reads words that blanks or commas separate; returns "", or what is wrong. */
std::string ReadChoice(const std::string& words, vtkPointSet* contacts, PartnerChoice& choice);

/** Makes `output` a row for each of the contacts `kept`, the strongest of a grain first: grain
 * and partner (texts), force_normal and force_tangential (N), mobilised (f_t / (mu f_n), NaN where
 * the coefficient is not known or f_n is not above 0), overlap (m) and source (text: of the
 * distance); and the text of the first of them, "" without any.  `grains` may be null. */
std::string FillPartners(vtkPointSet* contacts, const ContactRows& rows,
  const std::vector<vtkIdType>& kept, const PartnerChoice& choice, vtkPolyData* grains,
  vtkTable* output);

/** Makes `output` the chosen grains and those of the contacts `kept`, with picked: 1 of a chosen
 * one, 0 of its partners. */
void CopyPartners(const ContactRows& rows, const std::vector<vtkIdType>& kept,
  const PartnerChoice& choice, vtkPolyData* grains, vtkPolyData* output);

}

#endif
