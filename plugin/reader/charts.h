/**
 * reader/charts.h -- series and axes of a chart, as written in the XML of its display.
 *
 * Room: plugin/reader.  Lines of vtkSMGranumDisplayHelper:
 *
 *   <Series names="density force_density" />   only these are drawn
 *   <Series except="time" />                   all but these
 *   <Axes bottom="f/mean f" left="P" log="1" />
 *   <Axes property="Curves" value="2" bottom="time (s)" left="torque (N m)" />
 *                                              while that property of the input has that value
 *
 * Every series gets a colour of its own, which readers with a colour vision deficiency can
 * tell apart (Okabe and Ito, Color Universal Design, 2008), a wide line and a name without underscores.
 */
#ifndef granum_charts_h
#define granum_charts_h

class vtkPVXMLElement;
class vtkSMProxy;

namespace granum
{

/** Applies the lines Series and Axes of `xml` to a display: at once, when the display is
 * added to a view, and again when its input has other columns or its property changes.  A
 * title of an axis that the user has written stays. */
void DressChart(vtkSMProxy* display, vtkPVXMLElement* xml);

}

#endif
