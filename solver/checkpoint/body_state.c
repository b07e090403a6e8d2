/* checkpoint/body_state.c -- structures, groups of held grains, inlets, sinks, sensors
 * and sums in a checkpoint.
 *
 * Tables of one kind become one group.  Columns that the configuration determines are not
 * stored, with one exception: a motion that a call has replaced (gm_sim_move_structure).
 */
#include "checkpoint/body_state.h"

#include "base/memory.h"
#include <stdio.h>

#define POSE(record, pose)                                                     \
  GM_ARCHIVE_FIELD(record, pose.position, DOUBLE, 3),                          \
      GM_ARCHIVE_FIELD(record, pose.orientation, DOUBLE, 4),                   \
      GM_ARCHIVE_FIELD(record, pose.velocity, DOUBLE, 3),                      \
      GM_ARCHIVE_FIELD(record, pose.spin, DOUBLE, 3)

#define LOAD(record, load)                                                     \
  GM_ARCHIVE_FIELD(record, load.force, DOUBLE, 3),                             \
      GM_ARCHIVE_FIELD(record, load.torque, DOUBLE, 3),                        \
      GM_ARCHIVE_FIELD(record, load.power, DOUBLE, 1)

static const gm_archive_field structure[] = {
    POSE(gm_structure, pose),
    POSE(gm_structure, late),
    GM_ARCHIVE_FIELD(gm_structure, present, INT32, 1),
    GM_ARCHIVE_FIELD(gm_structure, stay, INT32, 1),
    GM_ARCHIVE_FIELD(gm_structure, swallows, INT32, 1),
    LOAD(gm_structure, load),
    GM_ARCHIVE_FIELD(gm_structure, work, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_structure, sums.all.push, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_structure, sums.all.work, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_structure, sums.all.hits, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_structure, sums.decades, INT64,
                     GM_CONTACT_SUMS_DECADES),
    GM_ARCHIVE_FIELD(gm_structure, sums.impulse, DOUBLE, 3),
};

static const gm_archive_field rigid[] = {
    GM_ARCHIVE_FIELD(gm_rigid, on, INT32, 1),
    GM_ARCHIVE_FIELD(gm_rigid, fresh, INT32, 1),
    GM_ARCHIVE_FIELD(gm_rigid, place, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_rigid, velocity, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_rigid, rate, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_rigid, moment, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_rigid, spin, DOUBLE, 3),
    POSE(gm_rigid, driven),
    GM_ARCHIVE_FIELD(gm_rigid, rotation.orientation, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_rigid, rotation.momentum, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_rigid, rotation.torque, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_rigid, rotation.value, DOUBLE, 54),
    GM_ARCHIVE_FIELD(gm_rigid, rotation.dt, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_rigid, rotation.started, INT32, 1),
    GM_ARCHIVE_FIELD(gm_rigid, mobility, DOUBLE, 6),
    GM_ARCHIVE_FIELD(gm_rigid, push.force, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_rigid, push.torque, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_rigid, applied, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_rigid, dragged, DOUBLE, 1),
};

static const gm_archive_field servo[] = {
    GM_ARCHIVE_FIELD(gm_servo, speed, DOUBLE, 1),
};

static const gm_archive_field place[] = {
    GM_ARCHIVE_FIELD(gm_contact_sum, push, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_contact_sum, work, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_contact_sum, hits, DOUBLE, 4),
};

static const gm_archive_field group[] = {
    POSE(gm_held_group, pose),
    POSE(gm_held_group, next),
    GM_ARCHIVE_FIELD(gm_held_group, holds, INT32, 1),
    LOAD(gm_held_group, load),
    GM_ARCHIVE_FIELD(gm_held_group, work, DOUBLE, 1),
};

static const gm_archive_field pour[] = {
    GM_ARCHIVE_FIELD(gm_pour, done, INT64, 1),
    GM_ARCHIVE_FIELD(gm_pour, mass, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_pour, ended, INT32, 1),
    GM_ARCHIVE_FIELD(gm_pour, waiting, INT64, 1),
    GM_ARCHIVE_FIELD(gm_pour, waiting_mass, DOUBLE, 1),
};

static const gm_archive_field sink[] = {
    GM_ARCHIVE_FIELD(gm_sink, on, INT32, 1),
    GM_ARCHIVE_FIELD(gm_sink, grains, INT64, 1),
    GM_ARCHIVE_FIELD(gm_sink, mass, DOUBLE, 1),
};

static const gm_archive_field sensor[] = {
    GM_ARCHIVE_FIELD(gm_sensor, flux.forward, INT64, 1),
    GM_ARCHIVE_FIELD(gm_sensor, flux.backward, INT64, 1),
    GM_ARCHIVE_FIELD(gm_sensor, flux.mass_forward, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_sensor, flux.mass_backward, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_sensor, stress.contact, DOUBLE, 9),
    GM_ARCHIVE_FIELD(gm_sensor, stress.kinetic, DOUBLE, 9),
    GM_ARCHIVE_FIELD(gm_sensor, stress.solid, DOUBLE, 1),
};

static const gm_archive_field impacts[] = {
    GM_ARCHIVE_FIELD(gm_collisions_row, energy, INT64, GM_COLLISIONS_ENERGIES),
    GM_ARCHIVE_FIELD(gm_collisions_row, speed, INT64, GM_COLLISIONS_SPEEDS),
    GM_ARCHIVE_FIELD(gm_collisions_row, any, INT32, 1),
};

static const gm_archive_field material[] = {
    GM_ARCHIVE_FIELD(gm_material, smallest, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_material, largest, DOUBLE, 1),
};

static const gm_archive_field balance[] = {
    GM_ARCHIVE_FIELD(gm_balance, grains_in, INT64, 1),
    GM_ARCHIVE_FIELD(gm_balance, grains_out, INT64, 1),
    GM_ARCHIVE_FIELD(gm_balance, bodies_in, INT64, 1),
    GM_ARCHIVE_FIELD(gm_balance, bodies_out, INT64, 1),
    GM_ARCHIVE_FIELD(gm_balance, mass_in, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, mass_out, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, energy_in, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, energy_out, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, out, INT64, GM_CONFIG_SIDES),
    GM_ARCHIVE_FIELD(gm_balance, crossings, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, dissipated, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, friction, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, rolling, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, torsion, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, growth, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, work, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, held, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, overlap, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, initial, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, peak, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, fallen, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_balance, coverage_lost, INT64, 1),
    GM_ARCHIVE_FIELD(gm_balance, centre_inside, INT64, 1),
    GM_ARCHIVE_FIELD(gm_balance, sites, INT64, 1),
    GM_ARCHIVE_FIELD(gm_balance, exact, INT64, 1),
};

/* ---- structures ------------------------------------------------------------------ */

/* The state of a body that forces move, or of a servo. */
static gm_status pass_body_state_drive(gm_archive *a, gm_index k,
                                       gm_structure *s)
{
  char name[GM_ARCHIVE_GROUP];
  if (!s->rigid && !s->servo) return GM_OK;
  snprintf(name, sizeof name, "structures/%d/drive", k);
  GM_TRY(gm_archive_group(a, name));
  if (s->servo) return GM_ARCHIVE_RECORDS(a, servo, 1, s->servo);
  s->rigid->rotation.how = s->rigid->how; /* given: not in the tables */
  s->rigid->rotation.inertia = s->rigid->moments;
  return GM_ARCHIVE_RECORDS(a, rigid, 1, s->rigid);
}

/* The places of one structure, and whether its conveyors run. */
static gm_status pass_body_state_structure(gm_archive *a, gm_index k,
                                           gm_structure *s)
{
  static const gm_archive_field on[] = {
      GM_ARCHIVE_FIELD(gm_conveyor, on, INT32, 1),
  };
  char name[GM_ARCHIVE_GROUP];
  snprintf(name, sizeof name, "structures/%d", k);
  GM_TRY(gm_archive_group(a, name));
  if (s->n_conveyor)
    GM_TRY(GM_ARCHIVE_RECORDS(a, on, s->n_conveyor, s->conveyor));
  if (!s->sums.n) return GM_OK;
  GM_TRY(GM_ARCHIVE_RECORDS(a, place, s->sums.n, s->sums.row));
  return gm_archive_column(a, "spectrum", GM_TABLE_INT32,
                           GM_CONTACT_SUMS_DECADES, s->sums.n,
                           s->sums.spectrum);
}

/* A flight replaces the motion of the configuration. */
static gm_status pass_body_state_flight(gm_archive *a, gm_structure *s)
{
  static const gm_archive_field flight[] = {
      GM_ARCHIVE_FIELD(gm_motion, vector, DOUBLE, 3),
      GM_ARCHIVE_FIELD(gm_motion, spin, DOUBLE, 3),
  };
  int64_t flies = s->n_motion == 1 && s->motion[0].kind == GM_MOTION_FLIGHT;
  GM_TRY(gm_archive_count(a, "flies", 1, &flies));
  if (!flies) return GM_OK;
  if (a->reads) {
    gm_motion_clear(&s->motion, &s->n_motion);
    GM_TRY(GM_RESIZE(s->motion, 0, 1));
    s->n_motion = 1;
    s->motion[0] = (gm_motion){
        .kind = GM_MOTION_FLIGHT, .from = -INFINITY, .to = INFINITY};
  }
  return GM_ARCHIVE_RECORDS(a, flight, 1, s->motion);
}

/* What moves of copies of bodies, all in one table. */
static gm_status pass_body_state_copies(gm_archive *a, gm_structures *s)
{
  const gm_index n = s->n - s->named;
  if (!n) return GM_OK;
  GM_TRY(gm_archive_group(a, "copies"));
  for (gm_index k = 0; k < n; ++k) {
    s->copies[k].rotation.how = s->copies[k].how;
    s->copies[k].rotation.inertia = s->copies[k].moments;
  }
  return GM_ARCHIVE_RECORDS(a, rigid, n, s->copies);
}

static gm_status pass_body_state_structures(gm_archive *a, gm_structures *s)
{
  GM_TRY(gm_archive_group(a, "structures"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, structure, s->n, s->row));
  for (gm_index k = 0; k < s->named; ++k) {
    GM_TRY(pass_body_state_structure(a, k, &s->row[k]));
    GM_TRY(pass_body_state_flight(a, &s->row[k]));
    GM_TRY(pass_body_state_drive(a, k, &s->row[k]));
  }
  return pass_body_state_copies(a, s);
}

/* ---- all tables ------------------------------------------------------------------ */

static gm_status pass_body_state_collisions(gm_archive *a, gm_collisions *c)
{
  if (!c->n) return GM_OK;
  GM_TRY(gm_archive_group(a, "collisions"));
  GM_TRY(gm_archive_group(a, "collisions/grains"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, impacts, c->n, c->grains));
  GM_TRY(gm_archive_group(a, "collisions/structures"));
  return GM_ARCHIVE_RECORDS(a, impacts, c->n, c->structures);
}

gm_status gm_body_state_pass(gm_archive *a, gm_scene *s)
{
  GM_TRY(pass_body_state_structures(a, &s->structures));
  GM_TRY(pass_body_state_collisions(a, &s->collisions));
  GM_TRY(gm_archive_group(a, "held_groups"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, group, s->held_groups.n, s->held_groups.row));
  GM_TRY(gm_archive_group(a, "pours"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, pour, s->pours.n, s->pours.row));
  GM_TRY(gm_archive_group(a, "sinks"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, sink, s->sinks.n, s->sinks.row));
  GM_TRY(gm_archive_group(a, "sensors"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, sensor, s->sensors.n, s->sensors.row));
  GM_TRY(gm_archive_group(a, "materials"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, material, s->materials.n, s->materials.row));
  GM_TRY(gm_archive_group(a, "balance"));
  return GM_ARCHIVE_RECORDS(a, balance, 1, &s->balance);
}
