package browsertest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/projections"
	"turnbook/schemas"
)

// address is a form whose digits, rules and foreign element a browser could spoil.
const addressForm = `{"elements_map":{` +
	`"age":{"label":"Age","type":"number"},` +
	`"guard":{"label":"Guardian <b>","show_when":{"any":[{"element":"age","operator":"equals","value":9007199254740993},{"element":"age","operator":"equals","value":17.50}]},"type":"text"},` +
	`"odd":{"foreign_type":"signature","source":{"n":9007199254740993.10,"s":"1e5"},"type":"unknown"},` +
	`"why":{"label":"Why?","options":[{"value":"a"},{"label":"Other","value":"b"}],"required":true,"show_when":{"element":"age","operator":"answered"},"type":"choice"}},` +
	`"order":["age","guard","odd","why"]}`

const formLines = `Array.from(document.querySelectorAll("#builder-steps .form-line"), (e) => e.textContent)`

// asked is the preview as people would see it, one line an element that is shown.
const previewed = `Array.from(document.querySelectorAll("#form-asks > :not([hidden])"), (e) => e.innerText.replace(/\s+/g, " ").trim())`

// formed is a house with a task whose first step is a FORM.
func formed(t *testing.T, document string) *house {
	t.Helper()
	h := open(t)
	step := schemas.Step{ID: "ask", Kind: schemas.Form, Title: "Where to?"}
	if document != "" {
		step.Form = json.RawMessage(document)
	}
	h.playbook("forms", schemas.PlaybookImported{Title: "Forms", Modules: []schemas.Module{{ID: "m", Title: "M", Tasks: []schemas.Task{
		{ID: "t", Title: "Move in", Steps: []schemas.Step{step, {ID: "after", Kind: schemas.Email, Title: "Write"}}},
	}}}})
	h.settled()
	return h
}

// form is the document of the step as the tables have it.
func (h *house) form() projections.JSON {
	h.t.Helper()
	h.settled()
	task, _, err := h.store.Task(h.t.Context(), vendor, "t", "")
	if err != nil {
		h.t.Fatal(err)
	}
	return task.Steps[0].Form
}

func (v *visitor) openForm(h *house) {
	v.t.Helper()
	v.open(h.url + "/tasks/t")
	v.click(".form-open")
	v.is("document.querySelector('#form').open")
}

// fill types into a field of the dialog, as a person does.
func (v *visitor) fill(selector, text string) {
	v.t.Helper()
	v.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("(() => { const e = document.querySelector(%q); e.focus(); e.select(); })()", selector)), chromedp.KeyEvent(text))
}

func TestAFormIsMadePreviewedAndSaved(t *testing.T) {
	h := formed(t, "")
	v, other := visit(t, 1400, 1000), visit(t, 1400, 1000)
	other.open(h.url + "/tasks/t")
	v.open(h.url + "/playbooks/forms")
	v.click("[data-task=t] .task-open")
	v.is("!document.querySelector('#builder').hidden")
	wants(t, "at first", get[[]string](v, formLines), []string{"No fields yet"})
	v.click("#builder .form-open")
	v.is("document.querySelector('#form').open")
	v.is("document.activeElement.id === 'form-heading'")

	v.click(".form-add-one[data-type=text]")
	v.typed("Street")
	v.click(".form-add-one[data-type=choice]")
	v.typed("Country <i>")
	v.focus(".form-element:last-child .option-value")
	v.typed("ch")
	v.press("Enter")
	v.typed("de")
	v.fill(".form-element:last-child .option:last-child .option-label", "Germany")
	v.click(".form-element:last-child [data-at='/required']")
	wants(t, "preview", get[[]string](v, previewed), []string{"Street", "Country <i> required ch Germany"})
	v.see("form-made")

	v.drag(".form-element:last-child .grip", ".form-element:first-child .element-head", 0.2)
	v.is("document.querySelector('#say').textContent === 'Country <i> is now element 1 of 2.'")
	v.focus(".form-element:first-child .grip")
	v.press("Alt+ArrowDown")
	v.is("document.querySelector('#say').textContent === 'Country <i> is now element 2 of 2.'")
	v.press("Alt+ArrowUp")
	v.is("document.querySelector('#say').textContent === 'Country <i> is now element 1 of 2.'")
	v.is("document.activeElement.matches('.form-element:first-child .grip')")
	wants(t, "preview behind moving", get[[]string](v, previewed), []string{"Country <i> required ch Germany", "Street"})

	// Street is asked in Germany alone.
	v.set(".form-element:last-child .when-element", "field-2")
	v.set(".form-element:last-child .when-option", "de")
	wants(t, "hidden", get[[]string](v, previewed), []string{"Country <i> required ch Germany"})
	v.click("#form-asks input[value=de]")
	wants(t, "shown", get[[]string](v, previewed), []string{"Country <i> required ch Germany", "Street"})

	v.click("#form-save")
	v.is("!document.querySelector('#form').open && !document.querySelector('#toast').hidden")
	v.is("document.activeElement.matches('#builder .form-open')")
	want := `{"elements_map":{"field-1":{"label":"Street","show_when":{"element":"field-2","operator":"equals","value":"de"},"type":"text"},` +
		`"field-2":{"label":"Country <i>","options":[{"value":"ch"},{"label":"Germany","value":"de"}],"required":true,"type":"choice"}},"order":["field-2","field-1"]}`
	wants(t, "saved", string(h.form()), want)
	line := []string{"2 fields: Country <i>, Street"}
	wants(t, "line", get[[]string](v, formLines), line)
	v.see("form-line")
	other.is(formLines + "[0] === '2 fields: Country <i>, Street'")
	v.open(h.url + "/tasks/t")
	wants(t, "line after a reload", get[[]string](v, formLines), line)
	v.click(".form-open")
	v.is("document.querySelector('#form').open")
	wants(t, "preview after a reload", get[[]string](v, previewed), []string{"Country <i> required ch Germany"})
	v.press("Escape")
	v.is("!document.querySelector('#form').open")

	other.click(".form-open")
	other.is("document.querySelector('#form').open")
	other.click(".element-open")
	other.fill(".form-element [data-at='/label']", "Land")
	other.press("Escape")
	other.is("!document.querySelector('#form-leave').hidden")
	other.click("#form-stay")
	other.click("#form-save")
	other.is("!document.querySelector('#form').open && !document.querySelector('#undo').disabled")
	v.is(formLines + "[0] === '2 fields: Land, Street'")
	other.click("#undo")
	v.is(formLines + "[0] === '2 fields: Country <i>, Street'")
	wants(t, "taken back", string(h.form()), want)
}

func TestAFormThatIsTakenBackIsNoneForEverybody(t *testing.T) {
	h := formed(t, "")
	v, other := visit(t, 400, 850), visit(t, 1400, 1000)
	v.openForm(h)
	v.click(".form-add-one[data-type=check]")
	v.typed("Read and understood")
	v.click("#form-save")
	v.is("!document.querySelector('#form').open && !document.querySelector('#toast').hidden")
	v.see("form-line-phone")
	other.openForm(h)
	wants(t, "preview", get[[]string](other, previewed), []string{"Read and understood"})
	v.click("#toast-undo")
	v.is(formLines + "[0] === 'No fields yet'")
	other.is(formLines + "[0] === 'No fields yet' && document.querySelectorAll('.form-element').length === 0 && !document.querySelector('#form-none').hidden")
	wants(t, "the tables", string(h.form()), "")
}

func TestWhatIsNotEditedOfAFormIsKeptToTheDigit(t *testing.T) {
	h := formed(t, addressForm)
	v := visit(t, 1400, 1000)
	v.openForm(h)
	wants(t, "line", get[[]string](v, formLines), []string{"4 fields: Age, Guardian <b>, Kept from a file, Why?"})
	wants(t, "preview", get[[]string](v, previewed), []string{"Age", "Kept from a file as “signature”. It can’t be asked here."})
	for age, shows := range map[string]bool{"9007199254740993": true, "9007199254740992": false, "17.5": true, "17": false} {
		v.fill("#ask-0", age)
		wants(t, "guardian at "+age, get[bool](v, "!document.querySelector('#form-asks [data-ask=guard]').hidden"), shows)
	}
	v.click("[data-element=guard] .element-open")
	wants(t, "rule", v.text("[data-element=guard] .when-words"), "When “Age” is “9007199254740993” or “Age” is “17.50”. A condition of several parts is kept as it is.")
	v.see("form-kept")
	v.fill("[data-element=guard] [data-at='/label']", "Guardian")
	v.press("Control+Enter")
	v.is("!document.querySelector('#form').open")
	wants(t, "saved", string(h.form()), strings.Replace(addressForm, "Guardian <b>", "Guardian", 1))
}

func TestARefusalOfAFormIsToldAtItsElement(t *testing.T) {
	h := formed(t, addressForm)
	v := visit(t, 1400, 1000)
	v.openForm(h)
	v.click("[data-element=age] .element-remove")
	v.is("document.activeElement.matches('[data-element=guard] .element-open')")
	v.click("[data-element=why] .element-open")
	v.fill("[data-element=why] .option:last-child .option-value", "a")
	v.fill("[data-element=why] [data-at='/help']", "Say it")
	v.click("#form-save")
	v.is("document.querySelectorAll('.element-troubles p').length === 4")
	wants(t, "at the guardian", v.texts("[data-element=guard] .element-troubles p"), []string{
		"There is no element \"age\"; name an element of the form.", "There is no element \"age\"; name an element of the form.",
	})
	wants(t, "at the question", v.texts("[data-element=why] .element-troubles p"), []string{
		"Option 0 has the value \"a\" too; give each option its own value.", "There is no element \"age\"; name an element of the form.",
	})
	wants(t, "marked", get[bool](v, "document.querySelector('[data-element=why] .option:last-child .option-value').ariaInvalid === 'true'"), true)
	wants(t, "at the top", get[bool](v, "document.querySelector('#form-trouble').hidden"), true)
	wants(t, "what was typed", get[string](v, "document.querySelector(\"[data-element=why] [data-at='/help']\").value"), "Say it")
	wants(t, "nothing is saved", string(h.form()), addressForm)
	v.see("form-refused")
}

func TestAFormThatIsChangedElsewhereIsShownOrAskedAbout(t *testing.T) {
	h := formed(t, addressForm)
	v, other := visit(t, 1400, 1000), visit(t, 1400, 1000)
	v.openForm(h)
	other.openForm(h)
	rename := func(v *visitor, name string) {
		t.Helper()
		v.do(chromedp.Evaluate[chromedp.Void]("void document.querySelector('[data-element=age] .element-open[aria-expanded=false]')?.click()"))
		v.fill("[data-element=age] [data-at='/label']", name)
	}
	rename(other, "Years")
	other.click("#form-save")
	v.is("document.querySelector('[data-element=age] .title').textContent === 'Years'")
	wants(t, "untouched: not asked", get[bool](v, "document.querySelector('#form-theirs').hidden"), true)

	rename(v, "Mine")
	write := func(name string) {
		t.Helper()
		other.click(".form-open")
		other.is("document.querySelector('#form').open")
		rename(other, name)
		other.click("#form-save")
		other.is("!document.querySelector('#form').open")
		v.is("!document.querySelector('#form-theirs').hidden")
	}
	write("Theirs")
	v.see("form-theirs")
	wants(t, "kept", get[string](v, "document.querySelector(\"[data-element=age] [data-at='/label']\").value"), "Mine")
	v.click("#form-take")
	wants(t, "taken", v.text("[data-element=age] .title"), "Theirs")
	rename(v, "Mine again")
	write("Theirs again")
	v.click("#form-keep")
	v.click("#form-save")
	v.is("!document.querySelector('#form').open")
	other.is(formLines + "[0].startsWith('4 fields: Mine again, ')")
}

func TestAnAgentThatWritesAFormIsSeenInTheOpenDialog(t *testing.T) {
	h := formed(t, addressForm)
	v, other := visit(t, 1400, 1000), visit(t, 1400, 1000)
	v.openForm(h)
	other.open(h.url + "/tasks/t")
	other.ask("make step 1 a form with name, date and a choice of A or B")
	other.is("document.querySelector('.talk[data-status=completed]')")
	line := "[0] === '3 fields: Name, Date, Choice'"
	other.is(formLines + line)
	v.is(formLines + line)
	v.is("document.querySelectorAll('.form-element').length === 3")
	wants(t, "preview", get[[]string](v, previewed), []string{"Name", "Date", "Choice A B"})
}

func TestTheFormDialogIsAccessible(t *testing.T) {
	h, source := formed(t, addressForm), axe(t)
	wideAndNarrow(t, "form", func(v *visitor, what string) {
		v.prefers("prefers-reduced-motion", "reduce")
		v.openForm(h)
		v.click("[data-element=why] .element-open")
		v.accessible(source, what)
		if get[bool](v, "document.querySelector('#form-flip').checkVisibility()") {
			v.click("#form-flip")
			v.accessible(source, what+" preview")
		}
	})
}
