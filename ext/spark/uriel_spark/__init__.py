# SPDX-License-Identifier: MIT
"""uriel on Spark: functions over columns of URLs, and jobs. It needs PySpark 4.1 or newer (`pip install 'uriel-uri[spark]'`)."""

from uriel_uri import __version__


def register(spark):
    """Makes each function of the vocabulary a temporary SQL function of a session: uriel_host and so on."""
    from . import functions
    functions.register(spark)
