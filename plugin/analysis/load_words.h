/**
 * analysis/load_words.h -- the load of structures in words.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_load_words_h
#define granum_load_words_h

#include "body_path.h"

#include <string>
#include <vector>

namespace granum
{

/** What acts on a structure in a frame. */
struct LoadOf
{
  std::string Name;
  std::size_t Contacts = 0;
  Vector3 Force = { 0, 0, 0 }; /**< N  on the structure */
  Vector3 Torque = { 0, 0, 0 }; /**< N m  about Reference */
  Vector3 Reference = { 0, 0, 0 }; /**< m */
  bool Turns = false; /**< about Axis through Reference */
  Vector3 Axis = { 0, 0, 0 }; /**< 1  as it turns by the right-hand rule */
};

/** The torque (N m) about the axis, > 0 in the sense of rotation. */
double AxisTorque(const LoadOf& load);

/** Four digits and a prefix of the unit: 12.3 mN. */
std::string Prefixed(double value, const std::string& unit);

/** The largest of 1, 2, 5 times a power of ten that is not above `value` (> 0). */
double RoundBelow(double value);

/** One line a structure; then the key of the arrows (`key` N; 0: none is drawn) and over which
 * time (s) pressure is averaged. */
std::string LoadSentence(const std::vector<LoadOf>& loads, double key, double window, bool turn);

}

#endif
