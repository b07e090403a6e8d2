/**
 * run/sweep.h -- the values that a sweep gives to one or two keys.
 *
 * Room: plugin/run; does not depend on VTK.
 */
#ifndef granum_run_sweep_h
#define granum_run_sweep_h

#include <string>
#include <vector>

namespace granum
{

/**
 * One swept key and its values, as they are written.
 */
struct Swept
{
  std::string Path;
  std::vector<std::string> Values;
};

class Sweep
{
public:
  static constexpr size_t MostKeys = 2;
  static constexpr size_t MostRuns = 1000;

  /**
   * Read texts "PATH=V1; V2; V3"; empty texts do not count.  Returns "", or why they are
   * refused: then there are no keys.
   */
  std::string Read(const std::vector<std::string>& texts);

  /**
   * The number of runs: the product of the numbers of values, 1 without keys.
   */
  size_t GetNumberOfRuns() const;

  /**
   * The values of a run, one for each key; the last key varies fastest.
   */
  std::vector<std::string> GetValues(size_t run) const;

  /**
   * What the name of the result of a run ends with: "-friction-0.1"; "" without keys.
   */
  std::string GetSuffix(size_t run) const;

  std::vector<Swept> Keys;
};

}

#endif
