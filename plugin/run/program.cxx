#include "program.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace granum
{

namespace
{

namespace fs = std::filesystem;

bool IsProgram(const fs::path& path)
{
  std::error_code fault;
  return fs::is_regular_file(path, fault) && access(path.c_str(), X_OK) == 0;
}

}

//----------------------------------------------------------------------------
std::string FindProgram()
{
  Dl_info plugin;
  fs::path folder;
  if (dladdr(reinterpret_cast<void*>(&FindProgram), &plugin) && plugin.dli_fname)
  {
    std::error_code fault;
    folder = fs::canonical(plugin.dli_fname, fault);
  }
  // PREFIX/lib/ARCHITECTURE/paraview-5.11/plugins/Granum/Granum.so at the deepest.
  for (int level = 0; level < 6 && folder.has_relative_path(); ++level)
  {
    folder = folder.parent_path();
    if (IsProgram(folder / "bin" / "granum"))
    {
      return folder / "bin" / "granum";
    }
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string each; std::getline(folders, each, ':');)
  {
    if (!each.empty() && IsProgram(fs::path(each) / "granum"))
    {
      return MakeAbsolute(fs::path(each) / "granum");
    }
  }
  return "";
}

//----------------------------------------------------------------------------
std::string MakeAbsolute(const std::string& path)
{
  std::error_code fault;
  fs::path full = fs::absolute(path, fault).lexically_normal();
  return full.has_filename() ? full : full.parent_path(); // no slash at the end
}

//----------------------------------------------------------------------------
bool IsTaken(const std::string& path)
{
  std::error_code fault;
  return fs::exists(fs::symlink_status(path, fault));
}

//----------------------------------------------------------------------------
bool IsSameFile(const std::string& a, const std::string& b)
{
  std::error_code fault;
  return fs::equivalent(a, b, fault);
}

//----------------------------------------------------------------------------
std::string NameResult(const std::string& input, const std::string& suffix)
{
  std::error_code fault;
  const fs::path path = input;
  const bool isFolder = fs::is_directory(path, fault);
  fs::path folder = isFolder ? path : path.parent_path();
  const bool isNamedByFolder = isFolder || path.filename() == "scene.yaml";
  const std::string stem = isNamedByFolder ? folder.filename() : path.stem();
  if (access(folder.c_str(), W_OK) != 0)
  {
    folder = fs::current_path(fault);
  }
  return FreeName(folder / (stem + suffix + ".vtkhdf"), IsResult(input) && suffix.empty());
}

//----------------------------------------------------------------------------
std::string FreeName(const std::string& path, bool numbered)
{
  std::string result = path;
  for (int n = 1; numbered || IsTaken(result); ++n, numbered = false)
  {
    result = WithSuffix(path, "-" + std::to_string(n));
  }
  return result;
}

//----------------------------------------------------------------------------
std::string WithSuffix(const std::string& path, const std::string& suffix)
{
  const fs::path whole = path;
  return whole.parent_path() / (whole.stem().string() + suffix + whole.extension().string());
}

//----------------------------------------------------------------------------
bool IsResult(const std::string& path)
{
  std::error_code fault;
  return fs::path(path).extension() == ".vtkhdf" && fs::is_regular_file(path, fault);
}

}
