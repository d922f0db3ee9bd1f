"""nbgrader's settings in a student's server: the student's name, and the folder where assignments are exchanged."""

import os

c = get_config()  # noqa: F821
c.CourseDirectory.student_id = os.environ["JUPYTERHUB_USER"]
c.Exchange.root = os.environ["EXCHANGE"]
