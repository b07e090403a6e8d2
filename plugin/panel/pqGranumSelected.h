/**
 * panel/pqGranumSelected.h -- what is selected of a port.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumSelected_h
#define pqGranumSelected_h

#include "vtkSmartPointer.h"

class pqOutputPort;
class vtkPVDataInformation;

/**
 * About the selected data of a port at the time of the scene, whatever the way of
 * selecting; null if nothing of it is selected.
 */
vtkSmartPointer<vtkPVDataInformation> pqGranumSelected(pqOutputPort* port);

#endif
