/**
 * panel/pqGranumUnits.h -- units in the labels of properties.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumUnits_h
#define pqGranumUnits_h

class QObject;

/** When the widget of a property of one of our proxies is shown: puts behind its label the unit that
 * its sentence has (in m) and whether 0 is automatic.  Other objects are left alone.  (A label in
 * the XML would be the name of the property in Python.) */
void pqGranumNameUnit(QObject* shown);

#endif
