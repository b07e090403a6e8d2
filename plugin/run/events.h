/**
 * run/events.h -- what `granum run --progress json` says while it runs.
 *
 * Room: plugin/run; knows no VTK.  One flat JSON object a line, with "event": start,
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
   * More of the text; a line may come in pieces.
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
