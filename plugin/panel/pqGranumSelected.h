/**
 * panel/pqGranumSelected.h -- the selected data of a port.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumSelected_h
#define pqGranumSelected_h

#include "vtkSmartPointer.h"

class pqOutputPort;
class vtkPVDataInformation;

/**
 * Data information of the selected rows of a port at the current time, for any kind of
 * selection; null if nothing is selected.
 */
vtkSmartPointer<vtkPVDataInformation> pqGranumSelected(pqOutputPort* port);

#endif
