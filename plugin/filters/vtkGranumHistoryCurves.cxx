#include "vtkGranumHistoryCurves.h"

#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkObjectFactory.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkGranumHistoryCurves);

namespace
{

using Numbers = std::vector<double>;

/** Columns with one of these names, or with a name that begins or ends like this.  What
 * is before or after a name is that of a structure or a sensor. */
struct Pattern
{
  enum Kind
  {
    WHOLE,
    PREFIX,
    SUFFIX
  } How;
  const char* Text;
};

bool MatchesPattern(const Pattern& pattern, const std::string& name)
{
  // Their ends are those of sensors and sinks, which they are not of.
  static const std::set<std::string> others = { GM_NAME_MASS_TO_GRAINS, GM_NAME_GRAINS_MASS,
    GM_NAME_POINTS_MASS };
  const std::string text = pattern.Text;
  switch (pattern.How)
  {
    case Pattern::PREFIX:
      return name.size() > text.size() && name.compare(0, text.size(), text) == 0;
    case Pattern::SUFFIX:
      return name.size() > text.size() && others.count(name) == 0 &&
        name.compare(name.size() - text.size(), text.size(), text) == 0;
    default:
      return name == text;
  }
}

struct Recipe
{
  std::vector<Pattern> Columns;
  const char* Unit;
  const char* Absent; /**< why there may be no such columns */
};

Recipe RecipeOf(int curves)
{
  using P = Pattern;
  const char* none = "the history of this result has no such columns";
  const char* sensors = "flux sensors and sinks of the scene (sensors, sinks) write masses";
  const char* bodies = "forces move no structure of the scene (structures[].free)";
  const std::vector<Pattern> masses = { { P::SUFFIX, GM_SUFFIX_MASS_FORWARD },
    { P::SUFFIX, GM_SUFFIX_MASS_BACKWARD }, { P::SUFFIX, GM_SUFFIX_MASS_TAKEN } };
  switch (curves)
  {
    case vtkGranumHistoryCurves::FORCES:
      return { { { P::PREFIX, GM_NAME_STRUCTURE_FORCE "_" } }, "N", "the scene has no structures" };
    case vtkGranumHistoryCurves::TORQUES:
      return { { { P::PREFIX, GM_NAME_STRUCTURE_TORQUE "_" } }, "N m",
        "the scene has no structures" };
    case vtkGranumHistoryCurves::POWER:
      return { { { P::PREFIX, GM_NAME_STRUCTURE_POWER "_" } }, "W", "the scene has no structures" };
    case vtkGranumHistoryCurves::GRAINS:
      return { { { P::WHOLE, GM_NAME_GRAINS }, { P::WHOLE, GM_NAME_GRAINS_IN },
                 { P::WHOLE, GM_NAME_GRAINS_OUT }, { P::SUFFIX, GM_SUFFIX_FORWARD },
                 { P::SUFFIX, GM_SUFFIX_BACKWARD }, { P::SUFFIX, GM_SUFFIX_TAKEN } },
        "1", none };
    case vtkGranumHistoryCurves::MASS:
      return { masses, "kg", sensors };
    case vtkGranumHistoryCurves::MASS_RATE:
      return { masses, "kg/s", sensors };
    case vtkGranumHistoryCurves::COVERAGE:
      return { { { P::WHOLE, GM_NAME_ASKED_SITES }, { P::WHOLE, GM_NAME_ASKED_TRIANGLES } }, "%",
        none };
    case vtkGranumHistoryCurves::COVERAGE_LOST:
      return { { { P::WHOLE, GM_NAME_COVERAGE_LOST } }, "1", none };
    case vtkGranumHistoryCurves::CONTACTS:
      return { { { P::WHOLE, GM_NAME_CONTACTS_GRAIN }, { P::WHOLE, GM_NAME_CONTACTS_STRUCTURE } },
        "1", none };
    case vtkGranumHistoryCurves::OVERLAP:
      return { { { P::WHOLE, GM_NAME_LARGEST_OVERLAP } }, "%", none };
    case vtkGranumHistoryCurves::BODIES:
      return { { { P::WHOLE, GM_NAME_BODIES_KINETIC }, { P::WHOLE, GM_NAME_BODIES_POTENTIAL },
                 { P::WHOLE, GM_NAME_BODIES_APPLIED }, { P::WHOLE, GM_NAME_BODIES_DRAG } },
        "J", bodies };
    case vtkGranumHistoryCurves::BODY_KINETIC:
      return { { { P::PREFIX, GM_NAME_STRUCTURE_KINETIC "_" } }, "J", bodies };
    case vtkGranumHistoryCurves::BODY_ROTATIONAL:
      return { { { P::PREFIX, GM_NAME_STRUCTURE_ROTATIONAL "_" } }, "J", bodies };
    case vtkGranumHistoryCurves::BODY_ANGULAR_MOMENTUM:
      return { { { P::PREFIX, GM_NAME_STRUCTURE_ANGULAR "_" } }, "kg m2/s", bodies };
    case vtkGranumHistoryCurves::BODY_ORTHOGONALITY:
      return { { { P::PREFIX, GM_NAME_STRUCTURE_ORTHOGONALITY "_" } }, "1", bodies };
    default:
      return { { { P::WHOLE, GM_NAME_KINETIC }, { P::WHOLE, GM_NAME_POTENTIAL },
                 { P::WHOLE, GM_NAME_ELASTIC }, { P::WHOLE, GM_NAME_DISSIPATED },
                 { P::WHOLE, GM_NAME_WORK }, { P::WHOLE, GM_NAME_ENERGY_ERROR } },
        "J", none };
  }
}

/** The column with vectors as magnitudes, or a component (1 to 3) of them. */
Numbers ScalarsOf(vtkDataArray* column, int component)
{
  const int components = column->GetNumberOfComponents();
  const Numbers all = granum::NumbersIn(column);
  if (components == 1)
  {
    return all;
  }
  Numbers values;
  for (std::size_t k = 0; k + components <= all.size(); k += components)
  {
    double square = 0.0;
    for (int c = 0; c < components; ++c)
    {
      square += all[k + c] * all[k + c];
    }
    const bool one = component > 0 && component <= components;
    values.push_back(one ? all[k + component - 1] : std::sqrt(square));
  }
  return values;
}

/** Means over `window` s around each row, by trapezoids; rows may be at unequal times. */
Numbers SmoothOver(const Numbers& values, const Numbers& time, double window)
{
  Numbers sums(values.size(), 0.0);
  for (std::size_t k = 1; k < values.size(); ++k)
  {
    sums[k] = sums[k - 1] + 0.5 * (values[k] + values[k - 1]) * (time[k] - time[k - 1]);
  }
  const auto until = [&](double t)
  {
    const auto next = std::upper_bound(time.begin(), time.end(), t) - time.begin();
    if (next <= 0 || next >= static_cast<std::ptrdiff_t>(time.size()))
    {
      return next <= 0 ? 0.0 : sums.back();
    }
    const auto k = static_cast<std::size_t>(next);
    return sums[k - 1] + (sums[k] - sums[k - 1]) * (t - time[k - 1]) / (time[k] - time[k - 1]);
  };
  Numbers means = values;
  for (std::size_t k = 0; k < values.size(); ++k)
  {
    const double low = std::max(time[k] - window / 2, time.front());
    const double high = std::min(time[k] + window / 2, time.back());
    means[k] = high > low ? (until(high) - until(low)) / (high - low) : values[k];
  }
  return means;
}

/** Slopes by central differences, one-sided at the ends. */
Numbers SlopesOf(const Numbers& values, const Numbers& time)
{
  Numbers slopes(values.size(), 0.0);
  for (std::size_t k = 0; k < values.size(); ++k)
  {
    const std::size_t before = k > 0 ? k - 1 : k, after = k + 1 < values.size() ? k + 1 : k;
    const double span = time[after] - time[before];
    slopes[k] = span > 0.0 ? (values[after] - values[before]) / span : 0.0;
  }
  return slopes;
}

/** Leaves out curves that are 0 in all rows, unless all are. */
void DropZeros(std::vector<std::string>& names, std::vector<Numbers>& curves)
{
  const auto zero = [](const Numbers& curve)
  { return std::all_of(curve.begin(), curve.end(), [](double value) { return value == 0.0; }); };
  if (std::all_of(curves.begin(), curves.end(), zero))
  {
    return;
  }
  for (std::size_t k = curves.size(); k-- > 0;)
  {
    if (zero(curves[k]))
    {
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(k));
      curves.erase(curves.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

/** The corner of a chart with these curves where no point is behind a legend with a line for each curve; of several the upper
 * right one, where ParaView puts it. Without one it stands outside, at the right. */
int QuietCornerOf(const Numbers& time, const std::vector<Numbers>& curves)
{
  constexpr double wide = 0.45, line = 0.1, most = 0.5; // 1  of the chart
  constexpr int corners[] = { 1, 0, 2, 3 };
  double low = 0.0, high = 0.0;
  for (const Numbers& curve : curves)
  {
    for (const double value : curve)
    {
      low = std::isfinite(value) ? std::min(low, value) : low;
      high = std::isfinite(value) ? std::max(high, value) : high;
    }
  }
  const double span = time.back() - time.front();
  const double tall = std::min(most, line * static_cast<double>(curves.size() + 1));
  int count[4] = {};
  for (const Numbers& curve : curves)
  {
    for (std::size_t k = 0; k < curve.size(); ++k)
    {
      const double x = span > 0.0 ? (time[k] - time.front()) / span : 0.0;
      const double y = high > low ? (curve[k] - low) / (high - low) : 0.0;
      const bool left = x<wide, right = x> 1.0 - wide, top = y > 1.0 - tall, bottom = y < tall;
      count[0] += left && top;
      count[1] += right && top;
      count[2] += right && bottom;
      count[3] += left && bottom;
    }
  }
  constexpr int outside = 6;
  const auto* free =
    std::find_if(std::begin(corners), std::end(corners), [&](int k) { return count[k] == 0; });
  return free == std::end(corners) ? outside : *free;
}

/** Shares of the increments since the last row in %; not a number where there are none. */
void MakeShares(std::vector<Numbers>& counts)
{
  const std::size_t rows = counts.empty() ? 0 : counts[0].size();
  for (std::size_t k = rows; k-- > 0;)
  {
    double all = 0.0;
    for (Numbers& count : counts)
    {
      count[k] -= k > 0 ? count[k - 1] : 0.0;
      all += count[k];
    }
    for (Numbers& count : counts)
    {
      count[k] = all > 0.0 ? 100.0 * count[k] / all : vtkMath::Nan();
    }
  }
}

}

//----------------------------------------------------------------------------
int vtkGranumHistoryCurves::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkTable");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumHistoryCurves::RequestData(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkTable* history = vtkTable::GetData(inputs[0]);
  vtkTable* output = vtkTable::GetData(outputs);
  vtkDataSetAttributes* columns = history->GetRowData();
  const Numbers time = granum::NumbersIn(granum::Find(columns, GM_NAME_TIME, 1));
  const bool empty = history->GetNumberOfColumns() == 0; // of a rank without the history
  const std::string complaint =
    granum::FirstComplaint(empty || !time.empty() || history->GetNumberOfRows() == 0
        ? ""
        : "The history has no column '" GM_NAME_TIME
          "' of one number; connect the port History of Granum Reader");
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }
  if (time.size() < 2) // ParaView complains of a line of one point
  {
    return 1;
  }

  const Recipe recipe = RecipeOf(this->Curves);
  std::vector<std::string> names;
  std::vector<Numbers> curves;
  for (const Pattern& pattern : recipe.Columns)
  {
    for (vtkIdType i = 0; i < history->GetNumberOfColumns(); ++i)
    {
      auto* column = vtkDataArray::SafeDownCast(history->GetColumn(i));
      const std::string name = column && column->GetName() ? column->GetName() : "";
      if (MatchesPattern(pattern, name))
      {
        const std::size_t skip =
          pattern.How == Pattern::PREFIX ? std::string(pattern.Text).size() : 0;
        const bool part = this->Component > 0 && column->GetNumberOfComponents() == 3;
        const std::string of = part ? std::string(" ") + "xyz"[this->Component - 1] : "";
        names.push_back(name.substr(skip) + of);
        curves.push_back(ScalarsOf(column, this->Component));
      }
    }
  }
  switch (this->Curves)
  {
    case MASS_RATE:
      for (Numbers& curve : curves)
      {
        curve = SlopesOf(curve, time);
      }
      break;
    case COVERAGE:
      MakeShares(curves);
      names = { "virtual_particles", "triangles" };
      names.resize(curves.size());
      break;
    case OVERLAP:
      for (Numbers& curve : curves)
      {
        for (double& value : curve)
        {
          value *= 100.0;
        }
      }
      break;
    case BODY_KINETIC:
    case BODY_ROTATIONAL:
    case BODY_ANGULAR_MOMENTUM:
    case BODY_ORTHOGONALITY:
      DropZeros(names, curves);
      break;
    default:
      break;
  }
  if (curves.empty())
  {
    vtkWarningMacro(<< "There is nothing to draw: " << recipe.Absent);
  }
  for (Numbers& curve : curves)
  {
    curve = this->MeanOver > 0.0 ? SmoothOver(curve, time, this->MeanOver) : curve;
  }
  this->QuietCorner = QuietCornerOf(time, curves);
  output->AddColumn(granum::NumbersOf(GM_NAME_TIME, "s", time));
  for (std::size_t k = 0; k < curves.size(); ++k)
  {
    output->AddColumn(granum::NumbersOf(names[k].c_str(), recipe.Unit, curves[k]));
  }
  return 1;
}
