/**
 * panel/pqGranumSelected.h -- the selected data of a port.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumSelected_h
#define pqGranumSelected_h

#include "vtkSmartPointer.h"

#include <QString>

class pqOutputPort;
class vtkPVDataInformation;

/**
 * Data information of the selected rows of a port at the current time, for any kind of
 * selection; null if nothing is selected.
 */
vtkSmartPointer<vtkPVDataInformation> pqGranumSelected(pqOutputPort* port);

/** The selected contacts in words, as the property OnlyOf of Contact Network takes them: the ids of
 * the selected grains, or the pairs of the selected contacts; "" if nothing of that is selected. */
QString pqGranumSelectedContacts(pqOutputPort* port);

#endif
