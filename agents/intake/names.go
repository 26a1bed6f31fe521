package intake

// showID is an id from the file as it can be shown.
func (c *cacao) showID(id string) string { return c.withoutKnown(clean(id)) }

// fullName is a step's name, its id where it has none.
func (c *cacao) fullName(id string) string {
	if s := c.steps[id]; s != nil {
		if name := c.line(s.member("name")); name != "" {
			return name
		}
	}
	return c.showID(id)
}

// nameOf is what another place calls a step by: its name, not too long, with the
// id where several have it.
func (c *cacao) nameOf(id string) string {
	full := c.fullName(id)
	name, _ := shorten(full)
	if full != "" && c.names[full] > 1 {
		name += " (" + c.showID(id) + ")"
	}
	return name
}

// label is a step's name with its id.
func (c *cacao) label(id string) string {
	if name := c.nameOf(id); name != c.showID(id) && c.names[c.fullName(id)] < 2 {
		return name + " (" + c.showID(id) + ")"
	}
	return c.nameOf(id)
}

// whoIs is what people call an agent or a target.
func (c *cacao) whoIs(d *node) string {
	name, _ := shorten(c.line(d.member("name")))
	kind, _ := shorten(c.line(d.member("type")))
	switch {
	case name == "":
		return c.showID(d.key)
	case kind == "":
		return name
	}
	return name + ", " + kind
}
