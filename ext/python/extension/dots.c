/* SPDX-License-Identifier: MIT */
/* _remove_dot_segments(), which uriel_uri.compat.urllib calls for texts that are not references. */
#include "module.h"

PyObject *uriel_python_remove_dot_segments(PyObject *module, PyObject *path)
{
  (void)module;
  char *text;
  Py_ssize_t len;
  if (PyBytes_AsStringAndSize(path, &text, &len) < 0)
    return NULL;
  char *const out = PyMem_Malloc((size_t)len + 1);
  PyObject *const made = out ? PyBytes_FromStringAndSize(out, (Py_ssize_t)uriel_remove_dot_segments(
                                                                  text, (size_t)len, out, (size_t)len))
                             : PyErr_NoMemory();
  PyMem_Free(out);
  return made;
}
