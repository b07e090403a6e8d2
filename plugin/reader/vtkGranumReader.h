/**
 * @class   vtkGranumReader
 * @brief   Reads a result of granum: grains, contacts, structures, history, sites.
 *
 * Room: plugin/reader.  solver/file/schema.h describes the contents of a file.  Of a
 * file in ON-DEM's exchange format (solver/file/ondem.h) outputs 0 to 2 show spheres,
 * interactions, walls and facets; the others are empty.
 *
 * Output 0 ("Grains"):     vtkPolyData, one vertex per grain at its centre, with the
 *                          point arrays of the file; id is marked as global ids.
 * Output 1 ("Contacts"):   vtkPolyData, one line per contact from the centre of a to the
 *                          nearest image of the centre of b or to the foot on the
 *                          surface, with the cell arrays of the file and, derived:
 *                          force_normal (N, > 0 repulsive), force_tangential (N, 3),
 *                          point (m, 3: the contact point), kind (0: grain on grain,
 *                          1: grain on structure, 2: structure on structure) and image (1: the line crosses a
 *                          periodic side).
 * Output 2 ("Structures"): vtkPolyData, the surfaces at the time of the frame, with
 *                          the cell arrays structure_id, patch and material.
 *                          appearance is the colour of the first picture (structures_block.cxx).
 *                          Structures that are absent then are left out.  Field
 *                          arrays position (m, 3) and rotation (9) have their poses,
 *                          audited_queries, audited_missing, audited_exact,
 *                          audited_unserved and audited_remedy the audit, and mesh_report
 *                          what was found in the meshes, by structure.
 * Output 3 ("History"):    vtkTable, one row every few steps of the run; [n, S] columns
 *                          are split by structure: structure_power_NAME.
 * Output 4 ("Virtual Particles"): vtkPolyData, a vertex a site of every mesh, posed
 *                          like structures, with the point arrays of the file:
 *                          distance (m, from the surface, > 0 outside), normal (turned
 *                          with the body), spacing (m, between neighbours),
 *                          structure_id, patch and material.
 *
 * Output 5 ("Bodies"):     vtkPolyData, a vertex for each copy of a mesh at its centre of
 *                          mass, with the point arrays of the file: shape, scale, orientation
 *                          (w x y z) and others; see blocks.h.
 * Output 6 ("Clumps"):     the same for each clump of spheres, whose members are grains.
 * Output 7 ("Body Shapes"): vtkMultiBlockDataSet, the surface of each shape, for a glyph
 *                          mapper that draws bodies or clumps.
 * Output 8 ("Material Points"): vtkPolyData, a vertex for each material point with the
 *                          point arrays of the file and size (m).
 * Output 9 ("Zones"):      vtkUnstructuredGrid, a cell for each cell of a hybrid run in which
 *                          there is something: zone (0: discrete, 1: coupling, 2: continuum),
 *                          packing (1) and distance (m, depth below the surface).
 *
 * Each array carries its unit under vtkDataArray::UNITS_LABEL; names of
 * structures and materials are field arrays of strings; the field arrays dimensions (2 or
 * 3), grains (a text: sphere, disc or lecture) and, in two dimensions, thickness (m) say
 * what grains are.  The frame is the last whose
 * time is not after the requested one.  In parallel each process gets consecutive
 * rows of grains, contacts, bodies, clumps and points; the other outputs go to the first.
 *
 * A port is read only when it is used downstream, never because another one is read.
 * The data read last for a port are kept, so that following a running solver reads no
 * frame twice.
 */
#ifndef vtkGranumReader_h
#define vtkGranumReader_h

#include "GranumReaderModule.h" // for the export macro
#include "vtkAlgorithm.h"

#include <memory>
#include <string>

class vtkDataArraySelection;
class vtkDataObject;
class vtkInformationDataObjectMetaDataKey;
class vtkStringArray;

class GRANUMREADER_EXPORT vtkGranumReader : public vtkAlgorithm
{
public:
  static vtkGranumReader* New();
  vtkTypeMacro(vtkGranumReader, vtkAlgorithm);

  enum Port
  {
    GRAINS,
    CONTACTS,
    STRUCTURES,
    HISTORY,
    VIRTUAL_PARTICLES,
    BODIES,
    CLUMPS,
    BODY_SHAPES,
    MATERIAL_POINTS,
    ZONES,
    NUMBER_OF_PORTS
  };

  /**
   * A data object with the field arrays dimensions, grains and thickness alone. Filters pass
   * the key on, so that one knows the layers of its grid before there are data.
   */
  static vtkInformationDataObjectMetaDataKey* BODY();

  ///@{
  /**
   * The result file, NAME.vtkhdf, or the contacts file beside it, which stands for it.
   */
  void SetFileName(const char* name);
  const char* GetFileName() const;
  ///@}

  /**
   * 1 if File > Open should use this reader, else 0; silent.  It is 1 as
   * well for damaged files and others named NAME.vtkhdf that no reader can open: what is
   * wrong with them is then one error of this reader.
   */
  int CanReadFile(const char* name);

  /**
   * Read the file again if it has changed: new frames are found and all views are
   * updated.
   */
  void Refresh();

  /**
   * 1 if a solver has added frames since the file was last read, or has replaced the
   * file; if nothing was written this costs only a look at the directory.
   */
  int GetOutdated();

  ///@{
  /**
   * The arrays of grains and of contacts to read; all by default.
   */
  vtkDataArraySelection* GetGrainArraySelection();
  vtkDataArraySelection* GetContactArraySelection();
  vtkDataArraySelection* GetStructureSelection(); // by name, of the port Structures
  ///@}

  /**
   * Follow a running solver: new frames appear automatically. On by default; the client
   * acts on it.
   */
  vtkSetMacro(Follow, bool);

  /**
   * Bytes of data sets read so far for each port.
   */
  vtkGetVectorMacro(BytesRead, double, 10);

  /**
   * Pairs of array name and unit, for every array of the file.
   */
  vtkStringArray* GetArrayUnits();

  /**
   * Names of the structures of the file, in the order of their numbers.
   */
  vtkStringArray* GetStructureNames();

  ///@{
  /**
   * Smallest and largest value over the frames of the array of grains named RangeArray (of
   * a vector: 0 and its largest magnitude); 1 and -1 if there is none. Read when asked for.
   */
  void SetRangeArray(const char* array) { this->RangeArray = array ? array : ""; }
  double* GetSeriesRange() VTK_SIZEHINT(2);
  ///@}

  vtkTypeBool ProcessRequest(vtkInformation*, vtkInformationVector**,
    vtkInformationVector*) override;

protected:
  vtkGranumReader();
  ~vtkGranumReader() override;

  int FillOutputPortInformation(int port, vtkInformation* info) override;
  vtkExecutive* CreateDefaultExecutive() override;

  int RequestInformation(vtkInformationVector* outputs);
  int RequestData(int port, vtkInformationVector* outputs);

private:
  vtkGranumReader(const vtkGranumReader&) = delete;
  void operator=(const vtkGranumReader&) = delete;

  struct Internals;
  std::unique_ptr<Internals> Internal;

  bool Follow = true;
  std::string RangeArray;
  double Range[2] = { 1.0, -1.0 };
  double BytesRead[NUMBER_OF_PORTS] = {};
};

#endif
