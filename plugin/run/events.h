/**
 * run/events.h -- the events that `granum run --progress json` prints.
 *
 * Room: plugin/run; does not depend on VTK.  One flat JSON object per line, with "event": start,
 * progress, frame or end.
 */
#ifndef granum_run_events_h
#define granum_run_events_h

#include <string>

namespace granum
{

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
  std::string Message; ///< of the end: "", or what went wrong

private:
  void AddLine(const std::string& line);

  std::string Rest;
};

}

#endif
