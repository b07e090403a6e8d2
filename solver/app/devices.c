/* app/devices.c -- `granum devices`, and the device of `granum run --device`.
 *
 * Who wants a device gets it or an error with all reasons; who leaves the choice to the
 * program gets the processor where a device cannot compute the scene, and a line that
 * says so.
 */
#include "app/commands.h"

#include "device/refusal.h"
#include "device/walls.h"
#include <argp.h>
#include <stdio.h>
#include <string.h>

/* Bytes of a device for a grain: 650 to 1000 in beds of spheres of similar size. */
static const double bytes_each = 1000.0;

static void print_device(int number, const gm_device_found *f)
{
  printf("%3d  %s\n     %s, driver %s\n     ", number, f->info.name,
         f->backend->name, f->info.driver);
  if (f->backend == &gm_host_backend) {
    printf("kernels on the threads of this program: for tests\n");
    return;
  }
  printf("%s, %.1f GB, doubles %s",
         f->info.graphics ? "graphics processor" : "processor",
         1.0e-9 * f->info.bytes,
         f->info.exact ? "exact" : "missing or inexact");
  if (f->info.exact)
    printf(", room for about %.2g million grains",
           1.0e-6 * f->info.bytes / bytes_each);
  putchar('\n');
}

gm_status gm_devices_command(int argc, char **argv)
{
  static const struct argp_option rows[] = {{0}};
  static const struct argp argp = {
      rows, NULL, "",  "List the devices that granum run --device can name.",
      NULL, NULL, NULL};
  static gm_device_found found[GM_DEVICES];
  char why[300];
  argp_err_exit_status = 2;
  argv[0] = "granum devices";
  argp_parse(&argp, argc, argv, 0, NULL, NULL);
  const int n = gm_device_list(found, GM_DEVICES, why, sizeof why);
  int graphics = 0;
  for (int k = 0; k < n; ++k) {
    print_device(k + 1, &found[k]);
    graphics |= found[k].info.graphics;
  }
  if (!graphics) printf("no graphics processor%s%s\n", *why ? ": " : "", why);
  return GM_OK;
}

static gm_status refuse_scene(const char *name, const gm_sim *sim)
{
  char reasons[2000];
  if (!gm_refusal_list(&sim->ready.scene, &sim->ready.step.model, reasons,
                       sizeof reasons))
    return GM_OK;
  return gm_fail(GM_ERR_USE,
                 "--device %s: devices do not compute %s; run with --device "
                 "none",
                 name, reasons);
}

gm_status gm_devices_check(FILE *out, const char *name, const gm_sim *sim)
{
  gm_device_found found;
  char why[GM_NAME_LENGTH + 64];
  if (!name || !strcmp(name, "none")) return GM_OK;
  GM_TRY(refuse_scene(name, sim));
  const double bytes = bytes_each * (double)sim->ready.scene.grains.n;
  fprintf(out, "device       %.1f MB for the grains at the start; ",
          1.0e-6 * bytes);
  if (gm_device_find(name, &found) != GM_OK)
    fprintf(out, "%s\n", gm_status_message());
  else if (found.info.bytes > 0.0)
    fprintf(out, "%s has %.1f MB\n", found.info.name,
            1.0e-6 * found.info.bytes);
  else
    fprintf(out, "%s\n", found.info.name);
  if (gm_walls_can(&sim->ready.scene, why, sizeof why))
    fprintf(out, "             contacts with structures on the device\n");
  else if (*why)
    fprintf(out, "             contacts with structures by the processor: %s\n",
            why);
  return GM_OK;
}

static gm_status open_for(const char *name, gm_sim *sim, gm_device **device)
{
  const gm_model *m = &sim->ready.step.model;
  gm_device_found found;
  GM_TRY(gm_device_find(name, &found));
  GM_TRY(refuse_scene(name, sim));
  GM_TRY(gm_device_open(&found, gm_refusal_law(m->law), m->couple != NULL,
                        device));
  sim->ready.step.device = *device;
  return GM_OK;
}

gm_status gm_devices_begin(const char *name, gm_sim *sim, gm_device **device)
{
  char words[GM_DEVICE_WORDS];
  *device = NULL;
  if (!name || !strcmp(name, "none")) return GM_OK;
  const gm_status status = open_for(name, sim, device);
  if (status == GM_OK) {
    fprintf(stderr, "granum: steps by %s\n",
            gm_device_words(*device, words, sizeof words));
    return GM_OK;
  }
  if (strcmp(name, "auto") != 0) return status;
  fprintf(stderr, "granum: %s; the processor computes (--device none)\n",
          gm_status_message());
  return GM_OK;
}

void gm_devices_timing(FILE *out, const gm_device *d)
{
  const gm_device_cost *c = &d->cost;
  fprintf(out,
          "%-18s %lld steps in %lld batches, %lld by the host; %lld "
          "lists\n",
          "device", (long long)c->steps, (long long)c->batches,
          (long long)c->host_steps, (long long)c->n_lists);
  fprintf(out,
          "%-18s %.3f s to the device, %.3f s back, %.3f s waiting, %.3f s "
          "contacts with structures; %.1f MB copied, %.0f bytes a step\n",
          "", c->put, c->fetched, c->waited, c->structures, 1.0e-6 * c->bytes,
          c->bytes / fmax(1.0, (double)(c->steps + c->host_steps)));
  fprintf(out, "%-18s %.1f MB, %.0f bytes a grain\n", "",
          1.0e-6 * gm_device_bytes(d), d->n ? gm_device_bytes(d) / d->n : 0.0);
}
