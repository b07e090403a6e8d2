// reader/opening.cxx -- which file a name stands for, and whether it is a result.
//
// Room: plugin/reader.
#include "opening.h"

#include "exchange.h"
#include "stamp.h"

#include "file/schema.h"

#ifndef GM_PARAVIEW_READS_VTKHDF
#error "GM_PARAVIEW_READS_VTKHDF is 1 if ParaView's own reader opens NAME.vtkhdf, else 0"
#endif

namespace granum
{

namespace
{

const std::string Grains = GM_GROUP_GRAINS;
const std::string Values = Grains + "/" GM_VTK_STEPS "/" GM_VTK_VALUES;

bool EndsIn(const std::string& text, const std::string& ending)
{
  return text.size() >= ending.size() &&
    text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

bool IsThere(const std::string& path) { return Stamp::Of(path).Size >= 0; }

}

std::string ResultOf(const std::string& path)
{
  if (!EndsIn(path, GM_SUFFIX_CONTACTS) || !IsThere(path))
  {
    return path;
  }
  const std::string linked = ResultFile(path).LinkedFile(Grains);
  if (linked.empty())
  {
    return path; // a result of this name
  }
  // The name of the result may have changed together with that of its contacts file.
  const std::string folder = path.substr(0, path.rfind('/') + 1); // "" without a slash
  const std::string stem = path.substr(0, path.size() - std::string(GM_SUFFIX_CONTACTS).size());
  const bool inFolder = linked.find('/') == std::string::npos;
  for (const std::string& result :
    { inFolder ? folder + linked : stem, stem + GM_SUFFIX_RESULT, stem })
  {
    if (result != path && IsThere(result))
    {
      return result;
    }
  }
  throw ResultError("'" + path + "' is the contacts file of a result, '" + linked +
    "', which is not beside it; keep the two files in one folder");
}

std::string WhyForeign(const ResultFile& file)
{
  if (!file.Has(Grains))
  {
    std::string found;
    for (const std::string& name : file.Children("/"))
    {
      found += (found.empty() ? "" : ", ") + name;
    }
    return "'" + file.Path() + "' has no group " + Grains +
      "; at its top are: " + (found.empty() ? "nothing" : found);
  }
  const std::string type = file.Text(Grains, GM_VTK_TYPE);
  if (type != "PolyData")
  {
    return "'" + file.Path() + "' is a VTKHDF file of type '" + type +
      "'; Granum Reader reads PolyData";
  }
  for (const char* name : { GM_VTK_POINTS, GM_VTK_NUMBER_OF_POINTS })
  {
    if (!file.IsDataset(Grains + "/" + name))
    {
      return "'" + file.Path() + "' has no dataset " + Grains + "/" + name;
    }
  }
  if (file.Has(Grains + "/" GM_VTK_STEPS) && !file.IsDataset(Values))
  {
    return "'" + file.Path() + "' has a group " + Grains +
      "/" GM_VTK_STEPS " without the dataset Values";
  }
  return {};
}

bool Claims(const std::string& path)
{
  const bool named = EndsIn(path, GM_SUFFIX_RESULT);
  try
  {
    const ResultFile file(ResultOf(path));
    const bool ours = file.Has(GM_GROUP_HISTORY) || IsExchange(file);
    const bool vtkhdf = file.Has(Grains) && !file.Text(Grains, GM_VTK_TYPE).empty();
    if (GM_PARAVIEW_READS_VTKHDF && vtkhdf && !ours)
    {
      return false;
    }
    return named || WhyForeign(file).empty();
  }
  catch (const ResultError&)
  {
    return named;
  }
}

}
