/**
 * filters/site_rows.h -- virtual particles ("sites") as numbers, and the pose of their structure.
 *
 * Room: plugin/filters.  Any poly data of points will do.
 */
#ifndef granum_filters_site_rows_h
#define granum_filters_site_rows_h

#include "analysis/site_field.h"

#include <array>
#include <cstdint>
#include <string>

class vtkFieldData;
class vtkPolyData;

namespace granum
{

/** Returns "" if the points have all arrays that SitesOf reads, or a message that names the
 * missing one.  Without points no array is needed. */
std::string WhatSitesLack(vtkPolyData* data);

/** The first structure that has sites; -1: there are none. */
std::int64_t FirstOf(vtkPolyData* data);

/** The frame of a structure; the world frame if the data have no poses. */
BodyFrame FrameOf(vtkFieldData* fields, std::int64_t structure);

/** The sites of a structure. */
StructureSites SitesOf(vtkPolyData* data, std::int64_t structure);

/** Smallest and largest radius (m) of the grains of all ranks; else of a field array radius;
 * else 0.  Collective. */
std::array<double, 2> RadiiOf(vtkPolyData* grains, vtkFieldData* fields);

}

#endif
