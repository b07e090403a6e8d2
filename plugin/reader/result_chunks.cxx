// reader/result_chunks.cxx -- whether the chunks of a dataset decode to their full length.
//
// Room: plugin/reader.
//
// HDF5 1.10 trusts the length of a stored chunk: with fewer bytes than a checksum has it
// computes a negative length and crashes, and of a chunk that decodes to fewer bytes than
// its rows need it copies what happens to follow in memory.  Therefore each filtered chunk
// is decoded here first, as far as its length.  Checksums are left to HDF5.
#include "result_chunks.h"

#include "hdf5_handle.h"

#include <algorithm>
#include <array>

#include <zlib.h>

namespace granum
{

namespace
{

constexpr std::size_t Checksum = 4; // bytes that fletcher32 appends

struct Filters
{
  bool Any = false, Deflate = false, Fletcher = false;
};

/** False unless the filters are in the order in which HDF5's own functions set them, with
 * nothing between deflate and the stored bytes but a checksum. */
bool FiltersOf(hid_t creation, Filters& filters)
{
  const int count = H5Pget_nfilters(creation);
  for (int i = 0; i < count; ++i)
  {
    unsigned int flags = 0, settings = 0;
    std::size_t none = 0;
    const H5Z_filter_t filter = H5Pget_filter2(creation, static_cast<unsigned int>(i), &flags,
      &none, nullptr, 0, nullptr, &settings);
    filters.Any = true;
    if (filters.Fletcher || (filters.Deflate && filter != H5Z_FILTER_FLETCHER32))
    {
      return false;
    }
    filters.Deflate = filters.Deflate || filter == H5Z_FILTER_DEFLATE;
    filters.Fletcher = filter == H5Z_FILTER_FLETCHER32;
  }
  return count >= 0;
}

/** True if the stored bytes inflate to exactly as many bytes as wanted. */
bool ChunkInflates(std::vector<unsigned char>& stored, std::size_t length, std::uint64_t wanted)
{
  z_stream stream = {};
  stream.next_in = stored.data();
  stream.avail_in = static_cast<uInt>(length);
  if (inflateInit(&stream) != Z_OK)
  {
    return false;
  }
  std::array<unsigned char, 65536> some;
  int status = Z_OK;
  while (status == Z_OK && stream.total_out <= wanted)
  {
    stream.next_out = some.data();
    stream.avail_out = static_cast<uInt>(some.size());
    status = inflate(&stream, Z_NO_FLUSH);
  }
  const std::uint64_t inflated = stream.total_out;
  inflateEnd(&stream);
  return status == Z_STREAM_END && inflated == wanted;
}

/** Moves `at` to the next chunk of the rows up to `last`; false after the last one. */
bool AdvanceChunk(std::vector<hsize_t>& at, const std::vector<std::uint64_t>& sizes,
  const std::vector<hsize_t>& chunk, std::uint64_t last)
{
  for (std::size_t i = at.size(); i-- > 0;)
  {
    at[i] += chunk[i];
    if (at[i] < (i > 0 ? sizes[i] : last))
    {
      return true;
    }
    at[i] = i > 0 ? 0 : at[i];
  }
  return false;
}

}

std::string WhyNotDecoded(std::int64_t dataset, const std::vector<std::uint64_t>& sizes,
  std::size_t bytesOfNumber, std::uint64_t first, std::uint64_t rows)
{
  const Quiet quiet;
  const Handle creation(H5Dget_create_plist(dataset));
  Filters filters;
  if (H5Pget_layout(creation) != H5D_CHUNKED)
  {
    return {};
  }
  if (!FiltersOf(creation, filters))
  {
    return "has its filters in an order that is not read";
  }
  if (!filters.Any)
  {
    return {};
  }
  std::vector<hsize_t> chunk(sizes.size(), 0);
  if (H5Pget_chunk(creation, static_cast<int>(chunk.size()), chunk.data()) !=
      static_cast<int>(chunk.size()) ||
    std::count(chunk.begin(), chunk.end(), 0) > 0)
  {
    return "has chunks that HDF5 cannot describe";
  }
  std::uint64_t wanted = bytesOfNumber;
  for (const hsize_t size : chunk)
  {
    wanted *= size; // HDF5 keeps it below 2^32
  }
  const std::uint64_t most = compressBound(wanted) + Checksum;
  std::vector<unsigned char> stored;
  std::vector<hsize_t> at(chunk.size(), 0);
  at[0] = first / chunk[0] * chunk[0];
  do
  {
    hsize_t length = 0;
    std::uint32_t skipped = 0;
    if (H5Dget_chunk_storage_size(dataset, at.data(), &length) < 0)
    {
      return "has a chunk that HDF5 cannot find; the file is damaged";
    }
    if (length == 0)
    {
      continue; // not written: the fill value
    }
    stored.resize(
      std::max(stored.size(), static_cast<std::size_t>(std::min<std::uint64_t>(length, most))));
    if (length > most ||
      H5Dread_chunk(dataset, H5P_DEFAULT, at.data(), &skipped, stored.data()) < 0)
    {
      return "has a chunk of " + std::to_string(length) + " bytes that cannot be read";
    }
    const std::size_t sum = filters.Fletcher ? Checksum : 0;
    const bool whole = skipped == 0 && length >= sum &&
      (filters.Deflate ? ChunkInflates(stored, length - sum, wanted) : length - sum == wanted);
    if (!whole)
    {
      return "has a chunk of " + std::to_string(length) + " bytes that does not decode to its " +
        std::to_string(wanted) + " bytes; the file is damaged";
    }
  } while (AdvanceChunk(at, sizes, chunk, first + rows));
  return {};
}

}
