/* SPDX-License-Identifier: MIT */
/* Texts in pieces, such as the lines of a file. */
#include "module.h"

int uriel_python_pieces_open(text_pieces *pieces, const module_state *state, PyObject *object)
{
  *pieces = (text_pieces){.iterator = NULL};
  if (!PyUnicode_Check(object) && !PyObject_CheckBuffer(object) && Py_TYPE(object) != state->reference) {
    pieces->iterator = PyObject_GetIter(object);
    return pieces->iterator ? 0 : -1;
  }
  PyObject *const only = Py_TYPE(object) == state->reference
                             ? PyTuple_Pack(1, ((reference_object *)object)->text)
                             : PyTuple_Pack(1, object);
  pieces->iterator = only ? PyObject_GetIter(only) : NULL;
  Py_XDECREF(only);
  return pieces->iterator ? 0 : -1;
}

/* Returns an exact str or bytes with the contents of a piece. */
static PyObject *pieces_exact(PyObject *piece)
{
  if (PyUnicode_Check(piece))
    return PyUnicode_FromObject(piece);
  if (PyObject_CheckBuffer(piece))
    return PyBytes_FromObject(piece);
  return PyErr_Format(PyExc_TypeError, "a piece must be str or bytes, not %R", Py_TYPE(piece));
}

PyObject *uriel_python_pieces_next(text_pieces *pieces)
{
  /* An iterator in C over empty pieces must not hang. */
  PyObject *const piece =
      pieces->iterator && PyErr_CheckSignals() == 0 ? PyIter_Next(pieces->iterator) : NULL;
  PyObject *made = piece ? pieces_exact(piece) : NULL;
  Py_XDECREF(piece);
  if (made && !pieces->empty)
    pieces->empty =
        PyUnicode_Check(made) ? PyUnicode_FromString("") : PyBytes_FromStringAndSize(NULL, 0);
  if (made && (!pieces->empty || Py_TYPE(made) != Py_TYPE(pieces->empty))) {
    if (pieces->empty)
      PyErr_SetString(PyExc_TypeError, "the pieces must all be str, or all be bytes");
    Py_CLEAR(made);
  }
  if (!made)
    Py_CLEAR(pieces->iterator);
  return made;
}

PyObject *uriel_python_pieces_join(const text_pieces *pieces, PyObject *list)
{
  return PyObject_CallMethod(pieces->empty, "join", "O", list);
}

int uriel_python_pieces_traverse(const text_pieces *pieces, visitproc visit, void *arg)
{
  Py_VISIT(pieces->iterator);
  return 0;
}

void uriel_python_pieces_close(text_pieces *pieces)
{
  Py_CLEAR(pieces->iterator);
  Py_CLEAR(pieces->empty);
}
