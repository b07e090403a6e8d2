/**
 * run/events.h -- the events that `granum run --progress json` prints.
 *
 * Room: plugin/run; does not depend on VTK.  One flat JSON object per line, with "event": start,
 * progress, frame or end.
 */
#ifndef granum_run_events_h
#define granum_run_events_h

#include <limits>
#include <string>

namespace granum
{

/**
 * The text of a key in a line, "" without one.
 */
std::string TextOf(const std::string& line, const std::string& key);

class Events
{
public:
  /**
   * Append text; a line may arrive in pieces.
   */
  void Add(const std::string& text);

  double Time = 0.0; ///< s, simulated
  double End = 0.0; ///< s, where the run will end; 0 before it has begun
  int Frames = 0; ///< written so far
  double Remaining = -1.0; ///< s of the wall clock until the end, as estimated; -1: unknown
  std::string Message; ///< of the end: "", or what went wrong

  ///@{
  /// At the end of the run, NaN before and where it has none: kinetic energy and residual of
  /// the energy balance in J, mean normal force of the contacts that push in N, share of the
  /// mesh queries that virtual particles have served.
  double KineticEnergy = NaN;
  double BalanceError = NaN;
  double MeanNormalForce = NaN;
  double ShareBySites = NaN;
  ///@}

private:
  static constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

  void AddLine(const std::string& line);

  std::string Rest;
};

}

#endif
