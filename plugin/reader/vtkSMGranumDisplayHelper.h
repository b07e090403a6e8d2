/**
 * @class   vtkSMGranumDisplayHelper
 * @brief   First values of a display, as written in its XML.
 *
 * Room: plugin/reader.  Named by the representations of xml/GranumReader.xml:
 *
 *   <InitializationHelper class="vtkSMGranumDisplayHelper">
 *     <First property="Opacity" value="0.3" />            numbers or one text
 *     <First property="SetScaleArray" point_array="radius" />
 *                                                of results in a plane, and the line Plane,
 *                                                see plane_view.h
 *     <First property="Slice" middle="1" />       of a grid: the layer in the middle of y
 *     <First property="Shapes" input_port="7" />
 *                                                another port of what is displayed
 *     <First property="GlyphType" list_proxy="CubeSource" />
 *                                                one of the proxies that it offers
 *     <Color cell_array="audit_error" />         of several the first that is there
 *     <Color point_array="velocity" />
 *                                                see coloring.h for its range and
 *                                                legends.h for its colours and title
 *     <Series names="density force" />           of a chart; see the source, also for Axes
 *   </InitializationHelper>
 *
 * A property that has been set already keeps its value, and so does one whose array is
 * not in the data.  This holds in the application and in scripts.
 */
#ifndef vtkSMGranumDisplayHelper_h
#define vtkSMGranumDisplayHelper_h

#include "GranumReaderModule.h" // for the export macro
#include "vtkSMProxyInitializationHelper.h"

class GRANUMREADER_EXPORT vtkSMGranumDisplayHelper : public vtkSMProxyInitializationHelper
{
public:
  static vtkSMGranumDisplayHelper* New();
  vtkTypeMacro(vtkSMGranumDisplayHelper, vtkSMProxyInitializationHelper);

  void PostInitializeProxy(vtkSMProxy* display, vtkPVXMLElement* xml, vtkMTimeType start) override;

  /**
   * If the frame shown has no rows, it is coloured when it is in a view.
   */
  void RegisterProxy(vtkSMProxy* display, vtkPVXMLElement* xml) override;

protected:
  vtkSMGranumDisplayHelper();
  ~vtkSMGranumDisplayHelper() override;

private:
  vtkSMGranumDisplayHelper(const vtkSMGranumDisplayHelper&) = delete;
  void operator=(const vtkSMGranumDisplayHelper&) = delete;
};

#endif
