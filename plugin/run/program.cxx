#include "program.h"

#include "vtksys/SystemTools.hxx"

#include <dlfcn.h>
#include <unistd.h>
#include <vector>

namespace granum
{

namespace
{

bool IsProgram(const std::string& path)
{
  return vtksys::SystemTools::FileExists(path, true) && access(path.c_str(), X_OK) == 0;
}

}

//----------------------------------------------------------------------------
std::string FindProgram()
{
  Dl_info plugin;
  std::string folder;
  if (dladdr(reinterpret_cast<void*>(&FindProgram), &plugin) && plugin.dli_fname)
  {
    folder = vtksys::SystemTools::GetRealPath(plugin.dli_fname);
  }
  // PREFIX/lib/ARCHITECTURE/paraview-5.11/plugins/Granum/Granum.so at the deepest.
  for (int level = 0; level < 6 && folder.size() > 1; ++level)
  {
    folder = vtksys::SystemTools::GetFilenamePath(folder);
    const std::string program = folder + "/bin/granum";
    if (IsProgram(program))
    {
      return program;
    }
  }
  std::vector<std::string> folders;
  vtksys::SystemTools::GetPath(folders);
  for (const std::string& each : folders)
  {
    const std::string program = vtksys::SystemTools::CollapseFullPath(each + "/granum");
    if (IsProgram(program))
    {
      return program;
    }
  }
  return "";
}

//----------------------------------------------------------------------------
std::string NameResult(const std::string& input)
{
  using Tools = vtksys::SystemTools;
  const bool isFolder = Tools::FileIsDirectory(input);
  std::string folder = isFolder ? input : Tools::GetFilenamePath(input);
  const bool isNamedByFolder = isFolder || Tools::GetFilenameName(input) == "scene.yaml";
  const std::string stem = isNamedByFolder ? Tools::GetFilenameName(folder)
                                           : Tools::GetFilenameWithoutLastExtension(input);
  if (access(folder.c_str(), W_OK) != 0)
  {
    folder = Tools::GetCurrentWorkingDirectory();
  }
  std::string result = folder + "/" + stem + ".vtkhdf";
  for (int n = 2; Tools::PathExists(result); ++n)
  {
    result = folder + "/" + stem + "-" + std::to_string(n) + ".vtkhdf";
  }
  return result;
}

}
