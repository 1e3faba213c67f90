/* A small network that says by how many points a game's own judge is wrong.

   What it sees are whole numbers, most of them 0, and the judge's own estimate. Two layers of units
   that are silent below 0, and one number. Weights are float32, in the order in which they are used:
   for each input its weights to the first layer (the judge's estimate is the last input), the first
   layer's biases; for each of its units the weights to the second, biases; weights to the result,
   bias. The sums are made in the same order on every processor, so that a bot plays the same
   everywhere. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_UNITS 256

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define ON_WIDE_PROCESSORS __attribute__((target_clones("avx2", "default")))
#else
#define ON_WIDE_PROCESSORS
#endif

typedef struct {
    PyObject_HEAD
    Py_ssize_t inputs, first, second;
    float *weights;
} Network;

ON_WIDE_PROCESSORS
static void add_row(float *restrict sums, const float *restrict row, float by, Py_ssize_t units)
{
    for (Py_ssize_t unit = 0; unit < units; unit++)
        sums[unit] += by * row[unit];
}

static float residual(const Network *self, const int16_t *counts, float judged)
{
    float first[MOST_UNITS], second[MOST_UNITS];
    const float *weights = self->weights;
    const Py_ssize_t inputs = self->inputs, units = self->first, others = self->second;

    memcpy(first, weights + (inputs + 1) * units, sizeof(float) * (size_t)units);
    for (Py_ssize_t input = 0; input < inputs; input++)
        if (counts[input])
            add_row(first, weights + input * units, (float)counts[input], units);
    add_row(first, weights + inputs * units, judged, units);
    weights += (inputs + 2) * units;

    memcpy(second, weights + units * others, sizeof(float) * (size_t)others);
    for (Py_ssize_t unit = 0; unit < units; unit++)
        if (first[unit] > 0.0f)
            add_row(second, weights + unit * others, first[unit], others);
    weights += (units + 1) * others;

    float found = weights[others];
    for (Py_ssize_t unit = 0; unit < others; unit++)
        if (second[unit] > 0.0f)
            found += second[unit] * weights[unit];
    return found;
}

static PyObject *network_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"inputs", "first", "second", "weights", NULL};
    Py_ssize_t inputs, first, second;
    Py_buffer given;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "nnny*", names, &inputs, &first, &second, &given))
        return NULL;
    Network *self = NULL;
    if (inputs < 1 || inputs > 1 << 16 || first < 1 || first > MOST_UNITS || second < 1
        || second > MOST_UNITS) {
        PyErr_Format(PyExc_ValueError, "a network has 1 to 65536 inputs and layers of 1 to %d units",
                     MOST_UNITS);
        goto end;
    }
    Py_ssize_t count = (inputs + 2) * first + (first + 1) * second + second + 1;
    if (given.len != count * (Py_ssize_t)sizeof(float)) {
        PyErr_Format(PyExc_ValueError, "expected %zd bytes of weights; got %zd",
                     count * (Py_ssize_t)sizeof(float), given.len);
        goto end;
    }
    self = (Network *)type->tp_alloc(type, 0);
    if (self == NULL)
        goto end;
    self->inputs = inputs;
    self->first = first;
    self->second = second;
    self->weights = PyMem_Malloc((size_t)given.len);
    if (self->weights == NULL) {
        Py_CLEAR(self);
        PyErr_NoMemory();
        goto end;
    }
    memcpy(self->weights, given.buf, (size_t)given.len);
end:
    PyBuffer_Release(&given);
    return (PyObject *)self;
}

static void network_dealloc(Network *self)
{
    PyMem_Free(self->weights);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *network_residual(Network *self, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3) {
        PyErr_SetString(PyExc_TypeError, "residual takes counts, where they begin, and the estimate");
        return NULL;
    }
    Py_ssize_t start = PyLong_AsSsize_t(args[1]);
    double judged = PyFloat_AsDouble(args[2]);
    if (PyErr_Occurred())
        return NULL;
    Py_buffer counts;
    if (PyObject_GetBuffer(args[0], &counts, PyBUF_SIMPLE) < 0)
        return NULL;
    PyObject *found = NULL;
    if (start < 0 || start + self->inputs > counts.len / (Py_ssize_t)sizeof(int16_t))
        PyErr_Format(PyExc_ValueError, "expected %zd counts from %zd on; there are %zd",
                     self->inputs, start, counts.len / (Py_ssize_t)sizeof(int16_t));
    else
        found = PyFloat_FromDouble(
            (double)residual(self, (const int16_t *)counts.buf + start, (float)judged));
    PyBuffer_Release(&counts);
    return found;
}

static PyMethodDef network_methods[] = {
    {"residual", (PyCFunction)(void (*)(void))network_residual, METH_FASTCALL,
     "How many points the judge's estimate is short of, for these counts."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject network_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tianxia.bots._network.Network",
    .tp_doc = "What was learned about one game with one number of players.",
    .tp_basicsize = sizeof(Network),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = network_new,
    .tp_dealloc = (destructor)network_dealloc,
    .tp_methods = network_methods,
};

static int prepare(PyObject *module)
{
    if (PyType_Ready(&network_type) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Network", (PyObject *)&network_type);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, prepare}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tianxia.bots._network",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__network(void)
{
    return PyModuleDef_Init(&definition);
}
