// reader/pose.cxx -- where a structure is at a frame.
//
// Room: plugin/reader.
#include "pose.h"

#include "blocks.h"

#include "file/schema.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace granum
{

namespace
{

std::array<double, 9> RotationOf(const double* q)
{
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
    1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x),
    1 - 2 * (x * x + y * y) };
}

}

void Pose::Turn(double v[3]) const
{
  const double body[3] = { v[0], v[1], v[2] };
  for (int i = 0; i < 3; ++i)
  {
    v[i] = this->Rotation[3 * i] * body[0] + this->Rotation[3 * i + 1] * body[1] +
      this->Rotation[3 * i + 2] * body[2];
  }
}

void Pose::Place(double x[3]) const
{
  this->Turn(x);
  for (int i = 0; i < 3; ++i)
  {
    x[i] += this->Position[i];
  }
}

std::vector<Pose> ReadPoses(ResultFile& file, std::size_t frame)
{
  if (frame == NoFrame)
  {
    return std::vector<Pose>(file.Texts(GM_GROUP_NAMES "/" GM_NAME_STRUCTURES).size());
  }
  const std::string group = GM_GROUP_POSES "/";
  constexpr std::uint64_t any = Expected::Any;
  const auto position =
    file.Open(group + GM_NAME_POSITION, { Expected::Reals, { any, 3 } }).Numbers(frame, 1);
  const auto quaternion =
    file.Open(group + GM_NAME_QUATERNION, { Expected::Reals, { any, 4 } }).Numbers(frame, 1);
  const auto present =
    file.Open(group + GM_NAME_PRESENT, { Expected::Integers, { any } }).Integers(frame, 1);
  const auto names = file.Texts(GM_GROUP_NAMES "/" GM_NAME_STRUCTURES).size();
  if (position.size() != 3 * names || quaternion.size() != 4 * names || present.size() != names)
  {
    throw ResultError("'" + file.Path() +
      "': the datasets of " GM_GROUP_POSES
      " disagree on the number of structures, of which " GM_GROUP_NAMES "/" GM_NAME_STRUCTURES
      " has " +
      std::to_string(names));
  }
  std::vector<Pose> poses(present.size());
  for (std::size_t s = 0; s < poses.size(); ++s)
  {
    poses[s].Rotation = RotationOf(&quaternion[4 * s]);
    poses[s].Position = { position[3 * s], position[3 * s + 1], position[3 * s + 2] };
    poses[s].Present = present[s] != 0;
  }
  return poses;
}

std::vector<std::int64_t> OwnersIn(vtkDataArray* ids)
{
  std::vector<std::int64_t> owners(static_cast<std::size_t>(ids->GetNumberOfTuples()));
  for (std::size_t i = 0; i < owners.size(); ++i)
  {
    const double id = ids->GetComponent(static_cast<vtkIdType>(i), 0);
    owners[i] = id >= 0.0 && id < 1.0e15 ? static_cast<std::int64_t>(id) : -1;
  }
  return owners;
}

const Pose& PoseOf(const ResultFile& file, const std::vector<Pose>& poses, std::int64_t s,
  const std::string& group)
{
  if (s < 0 || s >= static_cast<std::int64_t>(poses.size()))
  {
    throw ResultError("'" + file.Path() + "': a row of " + group + " belongs to structure " +
      std::to_string(s) + ", but there are " + std::to_string(poses.size()) + " poses");
  }
  return poses[static_cast<std::size_t>(s)];
}

void AddPoses(const std::vector<Pose>& poses, vtkFieldData* fields)
{
  vtkNew<vtkDoubleArray> position;
  position->SetName(GM_NAME_POSITION);
  position->SetNumberOfComponents(3);
  vtkNew<vtkDoubleArray> rotation;
  rotation->SetName(GM_NAME_ROTATION);
  rotation->SetNumberOfComponents(9);
  for (const Pose& pose : poses)
  {
    position->InsertNextTuple(pose.Position.data());
    rotation->InsertNextTuple(pose.Rotation.data());
  }
  SetUnits(position, "m");
  SetUnits(rotation, "1");
  fields->AddArray(position);
  fields->AddArray(rotation);
}

void AddMotion(ResultFile& file, std::size_t frame, vtkFieldData* fields)
{
  for (const std::string name : { GM_NAME_VELOCITY, GM_NAME_ANGULAR_VELOCITY })
  {
    const std::string dataset = GM_GROUP_POSES "/" + name;
    if (frame == NoFrame || !file.Has(dataset))
    {
      continue;
    }
    const Table table = file.Open(dataset, { Expected::Reals, { Expected::Any, 3 } });
    const std::vector<double> rows = table.Numbers(frame, 1);
    const std::size_t names = StructureNames(file).size();
    if (rows.size() != 3 * names)
    {
      throw ResultError("'" + file.Path() + "': " + dataset + " has " + Described(table.Shape()) +
        "; a vector for each of the " + std::to_string(names) + " structures is expected");
    }
    vtkNew<vtkDoubleArray> array;
    array->SetName(name.c_str());
    array->SetNumberOfComponents(3);
    for (std::size_t s = 0; s < names; ++s)
    {
      array->InsertNextTuple(&rows[3 * s]);
    }
    SetUnits(array, table.Shape().Units);
    fields->AddArray(array);
  }
}

std::string SceneOf(ResultFile& file)
{
  const std::string dataset = GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE;
  std::string scene;
  if (file.Has(dataset))
  {
    const Table table = file.Open(dataset, { Expected::Integers, {} });
    for (const std::int64_t c : table.Integers(0, table.Rows()))
    {
      scene.push_back(static_cast<char>(c));
    }
  }
  return scene;
}

namespace
{

/** What the scene moves, also after the last frame: the solver writes keys of structures at these columns. */
void FindDeclared(const std::string& scene, const std::vector<std::string>& names,
  std::vector<int>& known)
{
  const std::string named = "  - name: ";
  std::istringstream lines(scene);
  std::string line, block, key;
  auto at = names.end();
  while (std::getline(lines, line))
  {
    block = line.empty() || line[0] == ' ' ? block : line;
    if (block != "structures:")
    {
      continue;
    }
    if (line.compare(0, named.size(), named) == 0)
    {
      at = std::find(names.begin(), names.end(), line.substr(named.size()));
    }
    key = line.size() > 4 && line[4] != ' ' ? line : key;
    const bool moves = line == "    motion:" || line == "    free:" || line == "    servo:";
    const bool turns = key == "    motion:" && line.compare(0, 15, "      - rotate:") == 0;
    if ((moves || turns) && at != names.end())
    {
      int& row = known[static_cast<std::size_t>(at - names.begin())];
      row = std::max(row, turns ? 2 : 1);
    }
  }
}

}

void FindMoving(ResultFile& file, std::vector<int>& known, std::uint64_t& frames)
{
  const std::size_t names = StructureNames(file).size();
  if (known.size() != names)
  {
    known.assign(names, 0);
    FindDeclared(SceneOf(file), StructureNames(file), known);
  }
  std::uint64_t rows = frames;
  for (const auto& [name, value] : { std::pair<std::string, int>(GM_NAME_VELOCITY, 1),
         std::pair<std::string, int>(GM_NAME_ANGULAR_VELOCITY, 2) })
  {
    const std::string dataset = GM_GROUP_POSES "/" + name;
    if (names == 0 || !file.Has(dataset))
    {
      continue;
    }
    const Table table = file.Open(dataset, { Expected::Reals, { Expected::Any, 3 } });
    rows = table.Shape().Rows();
    if (rows <= frames)
    {
      continue;
    }
    const std::vector<double> all = table.Numbers(frames, rows - frames);
    for (std::size_t i = 0; i < all.size(); ++i)
    {
      if (std::fabs(all[i]) > 1e-9)
      {
        int& moving = known[i / 3 % names];
        moving = std::max(moving, value);
      }
    }
  }
  frames = std::max(frames, rows);
}

}
