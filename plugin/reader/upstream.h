/**
 * reader/upstream.h -- the Granum Reader from which the data of a filter or a display come.
 *
 * Room: plugin/reader.
 */
#ifndef granum_upstream_h
#define granum_upstream_h

#include <string>
#include <vector>

class vtkSMProxy;
class vtkSMSourceProxy;

namespace granum
{

/** The proxy itself if it is a Granum Reader, else the first one found through its inputs;
 * null if there is none. */
vtkSMSourceProxy* ReaderAbove(vtkSMProxy* proxy);

/** Texts of an information property of the proxy, read anew; none without the property. */
std::vector<std::string> InformationTexts(vtkSMProxy* proxy, const char* property);

}

#endif
