/**
 * reader/hdf5_handle.h -- handles of HDF5 that close themselves, and how the library
 * behaves during a call.
 *
 * Room: plugin/reader.  Only the files that read HDF5 include it.  The plugin is linked
 * with the serial library; ParaView's own readers use another copy of HDF5 in the same
 * process, so no handle ever leaves these files.  Python may use the same copy, so
 * whatever holds for the whole process is put back after each call.
 */
#ifndef granum_hdf5_handle_h
#define granum_hdf5_handle_h

#include <hdf5.h>

namespace granum
{

/** Closes its HDF5 handle by the function of the handle's type. */
class Handle
{
public:
  explicit Handle(hid_t id)
    : Id(id)
  {
  }
  ~Handle()
  {
    if (this->Id >= 0)
    {
      H5Idec_ref(this->Id);
    }
  }
  Handle(const Handle&) = delete;
  void operator=(const Handle&) = delete;
  operator hid_t() const { return this->Id; }
  explicit operator bool() const { return this->Id >= 0; }
  hid_t Release()
  {
    const hid_t id = this->Id;
    this->Id = -1;
    return id;
  }

private:
  hid_t Id;
};

/** Suppresses messages of HDF5 on the terminal, since errors are thrown instead, and
 * keeps the library from loading a filter that a file names. */
class Quiet
{
public:
  Quiet()
  {
    H5Eget_auto2(H5E_DEFAULT, &this->Function, &this->Data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    this->Restore = H5PLget_loading_state(&this->Loading) >= 0 && this->Loading != 0;
    if (this->Restore)
    {
      H5PLset_loading_state(0);
    }
  }
  ~Quiet()
  {
    if (this->Restore)
    {
      H5PLset_loading_state(this->Loading);
    }
    H5Eset_auto2(H5E_DEFAULT, this->Function, this->Data);
  }
  Quiet(const Quiet&) = delete;
  void operator=(const Quiet&) = delete;

private:
  H5E_auto2_t Function = nullptr;
  void* Data = nullptr;
  unsigned int Loading = 0;
  bool Restore = false;
};

}

#endif
