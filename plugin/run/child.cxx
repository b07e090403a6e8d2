#include "child.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace granum
{

namespace
{

constexpr auto Patience = std::chrono::seconds(10); // for a step and its frame

/** A file without a name that is closed in a program that is started; -1: errno. */
int OpenUnnamed()
{
  std::error_code unknown;
  std::string name = (std::filesystem::temp_directory_path(unknown) / "granum-XXXXXX").string();
  const int file = mkostemp(&name[0], O_CLOEXEC);
  if (file >= 0)
  {
    unlink(name.c_str());
  }
  return file;
}

/** Signals as they are by default, whatever the application does about them. */
void SetSignals(posix_spawnattr_t* attributes)
{
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(attributes, &signals);
  for (const int number : { SIGINT, SIGTERM, SIGPIPE, SIGHUP })
  {
    sigaddset(&signals, number);
  }
  posix_spawnattr_setsigdefault(attributes, &signals);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

}

//----------------------------------------------------------------------------
Child::~Child()
{
  this->Signal(SIGTERM);
  const auto end = std::chrono::steady_clock::now() + Patience;
  while (this->Waiter.joinable() && !this->HasEnded())
  {
    if (std::chrono::steady_clock::now() > end)
    {
      this->Signal(SIGKILL);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (this->Waiter.joinable())
  {
    this->Waiter.join();
  }
  for (const int file : this->Files)
  {
    if (file >= 0)
    {
      close(file);
    }
  }
}

//----------------------------------------------------------------------------
std::string Child::Start(const std::vector<std::string>& words)
{
  for (int& file : this->Files)
  {
    file = OpenUnnamed();
    if (file < 0)
    {
      return std::string("no file for what the solver says: ") + std::strerror(errno);
    }
  }
  std::vector<char*> arguments;
  for (const std::string& word : words)
  {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, this->Files[0], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, this->Files[1], STDERR_FILENO);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  // Files of the application, their locks and sockets are not the program's.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
  SetSignals(&attributes);
  const int fault =
    posix_spawn(&this->Process, words[0].c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0)
  {
    this->Process = -1;
    return "cannot start '" + words[0] + "': " + std::strerror(fault);
  }
  this->Waiter = std::thread([this]() { this->Wait(); });
  return "";
}

//----------------------------------------------------------------------------
void Child::Wait()
{
  siginfo_t info;
  while (waitid(P_PID, static_cast<id_t>(this->Process), &info, WEXITED | WNOWAIT) != 0 &&
    errno == EINTR)
  {
  }
  // Reaped under the lock: the process number cannot be reused while a signal is sent.
  const std::lock_guard<std::mutex> guard(this->Lock);
  int status = 0;
  waitpid(this->Process, &status, 0);
  this->ExitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  this->Ended = true;
}

//----------------------------------------------------------------------------
void Child::Signal(int number)
{
  const std::lock_guard<std::mutex> guard(this->Lock);
  if (this->Process > 0 && !this->Ended)
  {
    kill(this->Process, number);
  }
}

//----------------------------------------------------------------------------
bool Child::HasEnded()
{
  const std::lock_guard<std::mutex> guard(this->Lock);
  return this->Ended;
}

//----------------------------------------------------------------------------
int Child::GetExitCode()
{
  const std::lock_guard<std::mutex> guard(this->Lock);
  return this->ExitCode;
}

//----------------------------------------------------------------------------
std::string Child::Read(int stream)
{
  std::string text;
  char buffer[8192];
  ssize_t n;
  while ((n = pread(this->Files[stream], buffer, sizeof buffer, this->Offsets[stream])) > 0)
  {
    text.append(buffer, static_cast<size_t>(n));
    this->Offsets[stream] += n;
  }
  return text;
}

// The path of the program granum, and names of result files.

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
