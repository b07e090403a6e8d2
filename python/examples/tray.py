import granum
import numpy

sim = granum.Simulation(threads=2)  # or granum.Simulation("data/cases/hopper", set={"time.end": 0.5})
sim.material("glass", density=2500, youngs_modulus=1e7, poisson_ratio=0.25)
sim.pair("glass", "glass", restitution=0.8, friction=0.3)
sim.box("tray", "glass", min=(0, 0, 0), max=(0.1, 0.1, 0.1), open="z_max")
places = numpy.mgrid[0.01:0.095:0.01, 0.01:0.095:0.01, 0.01:0.095:0.01].reshape(3, -1).T
sim.add_grains(places, radius=0.004, material="glass")
while sim.time < 0.5:
    sim.step(1000)
    print(sim.time, sim.energy.kinetic, sim.grains.position[:, 2].max(), sim.structures["tray"].force)
with sim.edit():  # kick the lowest grains upwards
    sim.grains.scheme_velocity[sim.grains.position[:, 2] < 0.01] += (0, 0, 0.5)
sim.run_to(0.55)
print(sim, sim.contacts, sim.contacts.force_normal.max(), sep="\n")
