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

/** What is selected anywhere, in words as the property OnlyOf of Contact Network takes them: the ids
 * of grains, or the pairs of contacts; "" and a message if nothing of that is selected. */
QString pqGranumSelectedContacts();

#endif
