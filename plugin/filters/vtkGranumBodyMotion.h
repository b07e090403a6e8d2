/**
 * @class   vtkGranumBodyMotion
 * @brief   Paths of structures that forces move, and what acts on them now, as arrows.
 *
 * Room: plugin/filters (data in, data out).  The arithmetic lives in analysis/body_path.h,
 * which does not depend on VTK.
 *
 * Input 0 ("History"):    vtkTable with time (s) and, of each structure, structure_position
 *                         (m), structure_orientation (w x y z), structure_centre (m) and so
 *                         on: one row every few steps.
 * Input 1 ("Structures"): vtkPolyData, polygons in the world with structure_id; the field
 *                         arrays structures (names), structure_mass (kg; above 0: forces
 *                         move it), velocity (m/s, of the origin), angular_velocity (rad/s).
 *
 * Output 0 ("Paths"):   lines, at least one for each structure, another wherever it crosses
 *                       a periodic side, and none where all of them rest; point arrays time (s), speed (m/s), structure_id;
 *                       cell arrays structure_id and name.
 * Output 1 ("Arrows"):  an arrow as polygons for each vector that is chosen; cell arrays arrow
 *                       (its kind, of arrow_rows.h), structure_id, magnitude (in the unit of the kind;
 *                       of the axes of a body 1).
 * Output 2 ("Centres"): a point for each structure, with the point arrays force (N, by
 *                       contacts), torque (N m about the point), momentum (kg m/s),
 *                       angular_momentum (kg m2/s about the centre of mass or the pivot),
 *                       velocity (m/s), angular_velocity (rad/s), structure_id and name.
 *
 * The longest arrow of each kind is the largest magnitude in the whole history, of its body
 * or of all that are shown (field array largest: a row for each kind), so that arrows of two
 * frames can be compared.  In parallel all of it is on the rank of the history.
 */
#ifndef vtkGranumBodyMotion_h
#define vtkGranumBodyMotion_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkPolyDataAlgorithm.h"

class GRANUMFILTERS_EXPORT vtkGranumBodyMotion : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumBodyMotion* New();
  vtkTypeMacro(vtkGranumBodyMotion, vtkPolyDataAlgorithm);

  enum Tracked
  {
    CENTRE, /**< of mass; of a structure without mass that of its bounding box */
    BODY_POINT
  };
  enum Length
  {
    UP_TO_NOW,
    WHOLE_RUN
  };

  /**
   * The point whose path is drawn: CENTRE, the default, or BODY_POINT.
   */
  vtkSetClampMacro(Track, int, CENTRE, BODY_POINT);

  /**
   * This point in the frame of the body, m, for BODY_POINT.
   */
  vtkSetVector3Macro(BodyPoint, double);

  /**
   * Whether paths end at the frame shown (UP_TO_NOW, the default) or with the run.
   */
  vtkSetClampMacro(PathLength, int, UP_TO_NOW, WHOLE_RUN);

  /**
   * Whether structures are shown that no force moves, too; off by default.
   */
  vtkSetMacro(AllStructures, bool);

  /**
   * Number of the only structure that is shown, whether forces move it or not; -1, the
   * default: all of those.
   */
  vtkSetMacro(Structure, int);

  ///@{
  /**
   * Which kinds of arrows are drawn: force, torque and angular momentum by default.
   */
  vtkSetMacro(ShowForce, bool);
  vtkSetMacro(ShowTorque, bool);
  vtkSetMacro(ShowMomentum, bool);
  vtkSetMacro(ShowAngularMomentum, bool);
  vtkSetMacro(ShowVelocity, bool);
  vtkSetMacro(ShowAngularVelocity, bool);
  ///@}

  /**
   * Whether the axes of the bodies are drawn, in the default red, green and blue.
   */
  vtkSetMacro(ShowAxes, bool);

  /**
   * Length of the longest arrow of each kind over the radius of the body, or of the largest
   * body that is shown.  2.5 by default.
   */
  vtkSetClampMacro(ArrowLength, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Whether the arrows of each body have a scale of its own, its radius and its largest
   * magnitudes (the default), or one for all bodies, which can then be compared.
   */
  vtkSetMacro(EachBody, bool);

protected:
  vtkGranumBodyMotion();
  ~vtkGranumBodyMotion() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  /**
   * The times are those of the structures, since the history has none.
   */
  int RequestInformation(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumBodyMotion(const vtkGranumBodyMotion&) = delete;
  void operator=(const vtkGranumBodyMotion&) = delete;

  int Track = CENTRE;
  double BodyPoint[3] = { 0.0, 0.0, 0.0 };
  int PathLength = UP_TO_NOW;
  bool AllStructures = false;
  int Structure = -1;
  bool ShowForce = true;
  bool ShowTorque = true;
  bool ShowMomentum = false;
  bool ShowAngularMomentum = true;
  bool ShowVelocity = false;
  bool ShowAngularVelocity = false;
  bool ShowAxes = true;
  double ArrowLength = 2.5;
  bool EachBody = true;
  bool Warned = false; /**< that there is nothing to show: once is enough */
};

#endif
