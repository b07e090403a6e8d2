/**
 * filters/ranks.h -- sums and lists over all processes of a server.
 *
 * Room: plugin/filters.  Every call is collective: a filter calls it on every rank,
 * with or without data there.  With one process nothing happens.
 */
#ifndef granum_filters_ranks_h
#define granum_filters_ranks_h

#include <cstdint>
#include <string>
#include <vector>

namespace granum
{

/** Number of this process, from 0; process 0 holds data that are not divided. */
int Rank();

/** Sums element by element over the ranks; the lengths must agree. */
void SumOverRanks(std::vector<double>& values);
void MinOverRanks(std::vector<double>& values);
void MaxOverRanks(std::vector<double>& values);

/** The rows of all ranks, in the order of the ranks, on every rank. */
void GatherOverRanks(std::vector<double>& values);
void GatherOverRanks(std::vector<std::int64_t>& values);

/** The first error message of any rank, or "": so all ranks fail together. */
std::string FirstComplaint(const std::string& mine);

}

#endif
