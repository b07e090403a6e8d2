/**
 * reader/exchange.h -- files in the exchange format of ON-DEM, as the blocks of a result.
 *
 * Room: plugin/reader.  solver/file/ondem.h describes the format and maps its
 * fields to our arrays.  One instant a file; arrays have our names and conventions.
 * Structures are facets, and walls as squares that span all bodies.
 *
 * All functions throw ResultError where a dataset has not the shape it should have.
 */
#ifndef granum_exchange_h
#define granum_exchange_h

#include "blocks.h"

namespace granum
{

/** Has it the group /ONDEM? */
bool IsExchange(const ResultFile& file);

/** As of blocks.h; a piece other than the first is empty. */
std::vector<std::string> ExchangeGrainArrays(const ResultFile& file);
std::vector<std::string> ExchangeContactArrays(const ResultFile& file);
std::map<std::string, std::string> ExchangeUnits();
vtkSmartPointer<vtkPolyData> ReadExchangeGrains(ResultFile& file, Piece piece,
  vtkDataArraySelection* wanted);
vtkSmartPointer<vtkPolyData> ReadExchangeContacts(ResultFile& file, Piece piece,
  vtkDataArraySelection* wanted);
vtkSmartPointer<vtkPolyData> ReadExchangeStructures(ResultFile& file);

/* What its two files share. */

/** The spheres of a file. */
struct Spheres
{
  std::string Group; /**< of their arrays; empty: there are only points */
  std::string Centres; /**< dataset of their centres */
  std::uint64_t Count = 0;
};
Spheres FindSpheres(ResultFile& file);

/** All `rows` rows of a dataset, `width` numbers each. */
std::vector<double> ExchangeNumbers(ResultFile& file, const std::string& dataset,
  std::uint64_t rows, std::uint64_t width);
std::vector<std::int64_t> ExchangeIntegers(ResultFile& file, const std::string& dataset,
  std::uint64_t rows);
/** Rows of a dataset of numbers. */
std::uint64_t ExchangeRows(ResultFile& file, const std::string& dataset);

/** Ids of the spheres in their order. */
std::vector<std::int64_t> SphereIds(ResultFile& file, const Spheres& spheres);

/** Rows of structures by the id of their body: those of Granum by their names, else those
 * of the walls and facets in the order of their ids. */
std::map<std::int64_t, int> StructureRows(ResultFile& file, const Spheres& spheres);

/** Adds the labels of materials and the names of structures. */
void AddExchangeNames(ResultFile& file, vtkFieldData* fields);

/** An array of `numbers`, `width` a row, of type float64 or int32. */
vtkSmartPointer<vtkDataArray> NewArray(const std::string& name, const std::string& units, int width,
  const std::vector<double>& numbers, bool real);

}

#endif
