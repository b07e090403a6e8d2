/* --set PATH=VALUE gives what the same value in the file would give, finds items by index
 * and by name, and says which items there are when one is unknown. */
#include "check.h"
#include "config_scene.h"

static const char scene[] =
    MATTER "structures:\n"
           "  - name: blade\n"
           "    disc: {centre: [0, 0, 0], normal: [0, 0, 1], radius: 1}\n"
           "    material: steel\n"
           "    motion: [{rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: "
           "1}}]\n"
           "  - {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: "
           "steel}\n" GRAINS TIMES;

static void values_are_set(void)
{
  const char *const set[] = {
      "structures.blade.motion[0].rotate.rate=-2 rad/s",
      "structures[0].disc.radius=2 mm",
      "structures.structure1.plane.normal=[0, 5, 0]",
      "contacts.pairs[steel, glass].friction=0.4",
      "contacts.pairs[0].restitution=0.1",
      "materials.glass.density=2600",
      "materials[steel].poisson_ratio=0.1",
      "grains[0].fill.count=100",
      "grains[0].fill.radius.constant=3 mm",
      "structures.structure1.present={to: 3}", /* a group that was not written */
      "structures.blade.place.rotate.angle=1", /* in two that were not */
      "search.skin=1 mm",
      "time={end: 5, step: 1 us}",
      "time.end=6", /* the last one counts */
      "title=a = b",
  };
  gm_config c;
  CHECK(read_set(scene, sizeof set / sizeof *set, set, &c) == GM_OK);
  if (c.errors) fputs(c.errors, stderr);
  if (!CHECK(c.n_structures == 2 && c.n_grains == 1)) return;
  CHECK(c.structures[0].motion[0].rotate.rate == -2.0);
  CHECK(c.structures[0].disc.radius == 2e-3);
  CHECK(c.structures[1].plane.normal.y == 1.0);
  CHECK(c.contacts.pairs[1].given.friction == 0.4);
  CHECK(c.contacts.pairs[0].given.restitution == 0.1);
  CHECK(c.contacts.pairs[0].given.friction == 0.5); /* its neighbour stays */
  CHECK(c.materials[0].density == 2600.0);
  CHECK(c.materials[1].poisson_ratio == 0.1);
  CHECK(c.grains[0].fill.count == 100);
  CHECK(c.grains[0].fill.of.radius.constant == 3e-3);
  CHECK(c.structures[1].present.to == 3.0);
  CHECK(c.structures[0].place.rotate.angle == 1.0);
  CHECK(c.structures[1].place.rotate.angle == 0.0);
  CHECK(c.search.skin == 1e-3);
  CHECK(c.time.end == 6.0 && c.time.step == 1e-6);
  CHECK(strcmp(c.title, "a = b") == 0);
  gm_config_clear(&c);
}

/* The override is refused with exactly this line. */
static void tells(const char *override, const char *error)
{
  gm_config c;
  CHECK(read_set(scene, 1, &override, &c) == GM_ERR_INPUT);
  if (!CHECK(c.errors && strcmp(c.errors, error) == 0)) {
    fprintf(stderr, "got:\n%s", c.errors ? c.errors : "null\n");
  }
  gm_config_clear(&c);
}

int main(void)
{
  values_are_set();

  tells("structures.blad.material=glass",
        "--set structures.blad.material=glass: structures.blad.material: "
        "structures has no item 'blad'; it has blade; structure1\n");
  tells(
      "structures[2].material=glass",
      "--set structures[2].material=glass: structures[2].material: structures "
      "has no item '2'; it has blade; structure1\n");
  tells(
      "contacts.pairs[steel,steel].friction=1",
      "--set contacts.pairs[steel,steel].friction=1: "
      "contacts.pairs[steel,steel].friction: pairs has no item 'steel,steel'; "
      "it has glass,glass; glass,steel\n");
  tells("materials.gold.density=1",
        "--set materials.gold.density=1: materials.gold.density: materials has "
        "no item 'gold'; it has glass; steel\n");
  tells(
      "grains[3].fill.count=1",
      "--set grains[3].fill.count=1: grains[3].fill.count: grains has no item "
      "'3'; its items are 0 to 0\n");
  tells("structures[1].motion[0].from=1",
        "--set structures[1].motion[0].from=1: structures[1].motion[0].from: "
        "motion has no items\n");
  tells("time.ende=1",
        "--set time.ende=1: time.ende: unknown key; did you mean end?\n");
  tells("time.end=-1",
        "--set time.end=-1: time.end: -1 is not above 0; it is a time above 0 "
        "s\n");
  tells("time.end=1 mm",
        "--set time.end=1 mm: time.end: '1 mm' is a length; it "
        "is a time above 0 s; units: s, ms, us, ns, min or h\n");
  tells(
      "time.end.now=1",
      "--set time.end.now=1: time.end.now: 'now' cannot be set: what holds it "
      "is not a map in the file\n");
  tells("time.end=", "--set time.end=: is empty; write a value behind the =\n");
  tells("time.end", "--set time.end: is not PATH=VALUE; write it as "
                    "time.end=2\n");
  tells("=2", "--set =2: is not PATH=VALUE; write it as time.end=2\n");
  tells("time..end=2", "--set time..end=2: time..end: the path cannot be read; "
                       "write it as structures.NAME.motion[0].rotate.rate\n");
  tells("grains[0=2", "--set grains[0=2: grains[0: the path cannot be read; "
                      "write it as structures.NAME.motion[0].rotate.rate\n");
  tells("time[0]=2",
        "--set time[0]=2: time[0]: [0]: what stands before it is not a "
        "list\n");
  tells("title=[a",
        "--set title=[a: not valid YAML: did not find expected ',' or ']'\n");
  tells("grains[0].fill.radius.uniform=1 2",
        "--set grains[0].fill.radius.uniform=1 2: grains[0].fill.radius: "
        "constant and uniform are both given; the radius is one of constant, "
        "uniform, normal, lognormal or table\n");
  return CHECK_REPORT();
}
