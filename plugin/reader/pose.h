/**
 * reader/pose.h -- where a structure is at a frame.
 *
 * Room: plugin/reader.  What belongs to a body is in the file once, in the body frame,
 * beside a pose per structure and frame: x_world = position + q x_body q*.
 */
#ifndef granum_pose_h
#define granum_pose_h

#include "result_file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

class vtkDataArray;
class vtkFieldData;

namespace granum
{

/** Rotation and translation of one structure, and whether it is there at all. */
struct Pose
{
  std::array<double, 9> Rotation = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  std::array<double, 3> Position = { 0, 0, 0 };
  bool Present = false;

  /** Turns a vector of the body. */
  void Turn(double v[3]) const;
  /** Puts a point of the body where it is in the world. */
  void Place(double x[3]) const;
};

/** The poses of all structures; none is present where there is no frame. */
std::vector<Pose> ReadPoses(ResultFile& file, std::size_t frame);

/** The structures that an array of structure_id names, one a row, as the file has them. */
std::vector<std::int64_t> OwnersIn(vtkDataArray* ids);

/** The pose of structure `s`, which something of `group` belongs to. */
const Pose& PoseOf(const ResultFile& file, const std::vector<Pose>& poses, std::int64_t s,
  const std::string& group);

/** Adds where the bodies are, a row a structure: position (m, 3) and rotation (9: from
 * the body to the world, row by row). */
void AddPoses(const std::vector<Pose>& poses, vtkFieldData* fields);

/** Adds how they move in a frame, if the file has it: velocity (m/s, 3) of the origin and
 * angular_velocity (rad/s, 3), a row a structure. */
void AddMotion(ResultFile& file, std::size_t frame, vtkFieldData* fields);

/** The scene as the solver read it, with all defaults; "" if the file has it not. */
std::string SceneOf(ResultFile& file);

/** Whether structures move at some time, by the scene or if the file has it: 2 for one that turns, in the scene or in some
 * frame, 1 for one that moves, else 0.  `known` holds for so many frames (0: none) and is brought up
 * to date. */
void FindMoving(ResultFile& file, std::vector<int>& known, std::uint64_t& frames);

}

#endif
