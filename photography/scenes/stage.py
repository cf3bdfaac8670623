"""The studio: units, materials, paper sweep, lights, camera and the two renders per template.

One unit is ten centimetres. Material index 1 is the printed surface, 2 takes the body colour,
3 takes the lining colour; anything else keeps the colour given here.
"""

import math

import bpy
import numpy as np
from mathutils import Vector

PRINT, BODY, LINING, FIXED, GROUND = 1, 2, 3, 10, 20


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    return scene


def srgb(hexa):
    channels = [int(hexa[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels] + [1]


def material(name, colour="#e6e6e6", rough=0.5, spec=0.5, index=FIXED, metal=0.0, coat=0.0):
    mat = bpy.data.materials.new(name)
    mat.use_nodes = True
    node = mat.node_tree.nodes["Principled BSDF"]
    node.inputs["Base Color"].default_value = srgb(colour)
    node.inputs["Roughness"].default_value = rough
    node.inputs["Specular"].default_value = spec
    node.inputs["Metallic"].default_value = metal
    node.inputs["Clearcoat"].default_value = coat
    mat.pass_index = index
    return mat


def bump(mat, scale, strength, stretch=(1, 1, 1), detail=3.0, distance=0.02, space="Object"):
    """Adds a fine noise relief to a material."""
    nodes, links = mat.node_tree.nodes, mat.node_tree.links
    coords, mapping = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    noise, relief = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeBump")
    mapping.inputs["Scale"].default_value = stretch
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = detail
    relief.inputs["Strength"].default_value = strength
    relief.inputs["Distance"].default_value = distance
    links.new(coords.outputs[space], mapping.inputs["Vector"])
    links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    links.new(noise.outputs["Fac"], relief.inputs["Height"])
    links.new(relief.outputs["Normal"], nodes["Principled BSDF"].inputs["Normal"])
    return mat


def wood(name, light="#c99f6c", dark="#8f6238", scale=1.0, rough=0.45):
    """Wood with long grain along the object's x axis."""
    mat = material(name, light, rough, 0.35)
    nodes, links = mat.node_tree.nodes, mat.node_tree.links
    coords, mapping = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = (0.35 * scale, 3.2 * scale, 3.2 * scale)
    noise, fine = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = 1.6, 6
    noise.inputs["Distortion"].default_value = 1.2
    fine.inputs["Scale"].default_value, fine.inputs["Detail"].default_value = 22, 3
    mix, ramp = nodes.new("ShaderNodeMath"), nodes.new("ShaderNodeValToRGB")
    mix.operation = "MULTIPLY_ADD"
    mix.inputs[1].default_value = 0.22
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[0].color = 0.42, srgb(dark)
    ramp.color_ramp.elements[1].position, ramp.color_ramp.elements[1].color = 0.78, srgb(light)
    links.new(coords.outputs["Object"], mapping.inputs["Vector"])
    for texture in (noise, fine):
        links.new(mapping.outputs["Vector"], texture.inputs["Vector"])
    links.new(fine.outputs["Fac"], mix.inputs[0])
    links.new(noise.outputs["Fac"], mix.inputs[2])
    links.new(mix.outputs[0], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return mat


def mesh_object(name, verts, faces, mat=None, uvs=None, smooth=True):
    """uvs: one (u, v) per corner, in face order."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in verts], [], [tuple(f) for f in faces])
    if uvs is not None:
        layer = mesh.uv_layers.new(name="print")
        layer.data.foreach_set("uv", np.asarray(uvs, dtype=np.float32).ravel())
    if smooth:
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
        mesh.use_auto_smooth, mesh.auto_smooth_angle = True, math.radians(42)
    mesh.update()
    obj = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(obj)
    if mat:
        mesh.materials.append(mat)
    return obj


def join_pose(obj, location=(0, 0, 0), rotation=(0, 0, 0), parent=None):
    obj.location = location
    obj.rotation_euler = [math.radians(a) for a in rotation]
    if parent:
        obj.parent = parent
    return obj


def group(location=(0, 0, 0), rotation=(0, 0, 0)):
    empty = bpy.data.objects.new("group", None)
    bpy.context.collection.objects.link(empty)
    return join_pose(empty, location, rotation)


def light(kind, location, target, power, size=1.0, colour=(1, 1, 1), angle=5.0):
    data = bpy.data.lights.new("light", kind)
    data.energy = power
    data.color = colour
    if kind == "AREA":
        data.shape, data.size = "DISK", size
    if kind == "SUN":
        data.angle = math.radians(angle)
    obj = bpy.data.objects.new("light", data)
    bpy.context.collection.objects.link(obj)
    obj.location = location
    obj.rotation_euler = (Vector(target) - Vector(location)).to_track_quat("-Z", "Y").to_euler()
    return obj


def camera(location, target, focal=85.0, roll=0.0):
    data = bpy.data.cameras.new("camera")
    data.lens = focal
    obj = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(obj)
    obj.location = location
    direction = (Vector(target) - Vector(location)).to_track_quat("-Z", "Y")
    obj.rotation_euler = direction.to_euler()
    bpy.context.scene.camera = obj
    return obj


PAPER = "#efebe3"


def sweep(scale=1.0, paper=PAPER):
    """A seamless paper sweep for things that stand, lit from the upper left."""
    mat = material("paper", paper, 0.9, 0.1, GROUND)
    xs = np.linspace(-30, 30, 3) * scale
    profile = [(-14.0, 0.0)] + [(4.0, 0.0)]
    for step in range(1, 25):
        a = math.pi / 2 * step / 24
        profile.append((4.0 + 6 * math.sin(a), 6 - 6 * math.cos(a)))
    profile.append((10.0, 40.0))
    verts = [(x, y * scale, z * scale) for x in xs for y, z in profile]
    n = len(profile)
    faces = [(i * n + j, i * n + j + 1, (i + 1) * n + j + 1, (i + 1) * n + j)
             for i in range(2) for j in range(n - 1)]
    mesh_object("paper", verts, [f[::-1] for f in faces], mat)
    studio((-6.4 * scale, -5.4 * scale, 9.0 * scale), scale)
    strip = light("AREA", (-3.6 * scale, -2.6 * scale, 1.6 * scale), (0, 0, 0.5 * scale),
                  42 * scale * scale, 0.7 * scale, (1, 0.97, 0.92))
    strip.data.shape, strip.data.size_y = "RECTANGLE", 3.2 * scale


def flat(scale=1.0, paper=PAPER, key=True):
    """A sheet of paper (or a wall) seen from straight above, lit from the upper left."""
    mat = material("paper", paper, 0.9, 0.1, GROUND)
    r = 40 * scale
    mesh_object("paper", [(-r, -r, 0), (r, -r, 0), (r, r, 0), (-r, r, 0)], [(0, 1, 2, 3)], mat)
    if key:
        studio((-7.6 * scale, 7.0 * scale, 6.2 * scale), scale, 0.34, 2.4)
    else:
        fill(0.5)
    return mat


def fill(strength):
    background = bpy.context.scene.world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (0.97, 0.985, 1.0, 1)
    background.inputs["Strength"].default_value = strength


def studio(key_at, scale, strength=0.52, size=3.6):
    fill(strength)
    light("AREA", key_at, (0, 0, 0.3 * scale), 1500 * scale * scale, size * scale, (1, 0.955, 0.89))


def bevel(obj, width, segments=4, angle=35):
    mod = obj.modifiers.new("bevel", "BEVEL")
    mod.width, mod.segments, mod.limit_method = width, segments, "ANGLE"
    mod.angle_limit = math.radians(angle)
    mod.harden_normals = False
    return obj


def subdivide(obj, levels=2):
    mod = obj.modifiers.new("smooth", "SUBSURF")
    mod.levels = mod.render_levels = levels
    return obj


def shoot(out, size, samples, data_factor=3):
    """Renders {out}-light.exr (the light) and {out}-data.exr (UV, colour and masks, unfiltered)."""
    scene = bpy.context.scene
    layer = scene.view_layers[0]
    cycles = scene.cycles
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 4, 3
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.012
    scene.render.use_persistent_data = False
    scene.render.image_settings.file_format = "OPEN_EXR_MULTILAYER"
    scene.render.image_settings.exr_codec = "ZIP"
    scene.render.resolution_percentage = 100
    for name in ("diffuse_direct", "diffuse_indirect", "diffuse_color", "glossy_direct",
                 "glossy_indirect", "glossy_color", "transmission_direct",
                 "transmission_indirect", "transmission_color", "emit", "normal", "z",
                 "material_index"):
        setattr(layer, f"use_pass_{name}", True)
    scene.render.image_settings.color_depth = "16"
    scene.render.resolution_x = scene.render.resolution_y = size
    cycles.samples = samples
    scene.render.filepath = f"{out}-light.exr"
    bpy.ops.render.render(write_still=True)

    for name in ("diffuse_direct", "diffuse_indirect", "glossy_direct", "glossy_indirect",
                 "glossy_color", "transmission_direct", "transmission_indirect",
                 "transmission_color", "emit", "normal"):
        setattr(layer, f"use_pass_{name}", False)
    layer.use_pass_uv = True
    scene.render.image_settings.color_depth = "32"
    scene.render.resolution_x = scene.render.resolution_y = size * data_factor
    cycles.samples, cycles.use_adaptive_sampling = 1, False
    cycles.pixel_filter_type, cycles.filter_width = "BOX", 0.01
    cycles.max_bounces = 0
    scene.render.filepath = f"{out}-data.exr"
    bpy.ops.render.render(write_still=True)
