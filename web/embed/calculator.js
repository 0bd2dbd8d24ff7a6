// The calculator for pages of other sites:
//   <script src="https://<our site>/embed/calculator.js" data-theme="dark" data-accent="#b4532a" async></script>
// It draws itself behind its script, in a shadow root: styles of the page do not reach it, and its own do not reach the
// page. It loads nothing but the calculation, from the site that its script came from.

;(() => {
  const script = document.currentScript
  const site = new URL(script.src, location.href).origin

  const NBSP = '\u00a0'
  // Word joiners around a hyphen, because many fonts lack the non-breaking hyphen U+2011.
  const NON_BREAKING_HYPHEN = '\u2060-\u2060'
  const formatRoubles = (value) => `${new Intl.NumberFormat('ru-RU').format(value)}${NBSP}₽`
  /** The rates of the law change at midnight in Moscow. */
  const getToday = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })

  const fields = [
    { name: 'price', label: 'Стоимость автомобиля, ₽', required: true },
    { name: 'engineVolumeLiters', label: 'Объём двигателя, л', required: true },
    { name: 'age', label: 'Возраст, лет', required: true },
    { name: 'enginePower', label: 'Мощность, л. с.' },
    {
      name: 'fuelType',
      label: 'Топливо',
      options: { petrol: 'Бензин', diesel: 'Дизель', electric: 'Электромобиль' },
    },
    {
      name: 'importCategory',
      label: 'Кто ввозит',
      options: { personal: 'Физическое лицо', legal: 'Юридическое лицо' },
    },
  ]

  const style = `
    :host { all: initial !important; display: block !important; }
    .box { --paper: #fff; --ink: #1c1c1a; --soft: #5c5c56; --line: #d5d3cb; --bad: #a4262c;
      box-sizing: border-box; max-width: 640px; padding: 20px; border: 1px solid var(--line);
      background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; }
    .box.dark { --paper: #171715; --ink: #f1efe8; --soft: #b1aea4; --line: #45433d; --bad: #ff9a94; color-scheme: dark; }
    h2 { margin: 0 0 16px; font-size: 20px; line-height: 1.2; }
    form { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 14px 16px; }
    .field { display: grid; gap: 4px; align-content: start; }
    label { font-size: 14px; color: var(--soft); }
    input, select { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 10px; border: 1px solid var(--soft);
      border-radius: 0; background: var(--paper); color: var(--ink); font: inherit; font-size: 16px; }
    [aria-invalid] { border-color: var(--bad); }
    button { grid-column: 1 / -1; min-height: 44px; border: 0; background: var(--accent); color: var(--on-accent);
      font: inherit; font-weight: 600; cursor: pointer; }
    :is(input, select, button, a, summary):focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
    .bad { color: var(--bad); font-size: 14px; }
    .sum { margin: 20px 0 4px; font-size: 28px; font-weight: 600; line-height: 1.15; }
    p { margin: 8px 0; text-wrap: pretty; }
    .soft { color: var(--soft); font-size: 14px; text-wrap: pretty; }
    ul { margin: 16px 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
    li { padding: 10px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    .line { display: flex; justify-content: space-between; gap: 16px; font-variant-numeric: tabular-nums; }
    a { color: inherit; }`

  function createElement(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children.filter(Boolean))
    return made
  }

  /** Black or white, whichever is easier to read on the colour (WCAG relative luminance). */
  function chooseReadableColour(colour) {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
  }

  const accent = /^#[\da-f]{6}$/i.test(script.dataset.accent ?? '')
    ? script.dataset.accent
    : '#1c4fd6'
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')
  const box = createElement('section', { className: 'box' })
  box.setAttribute('aria-label', 'Калькулятор растаможки')
  box.style.setProperty('--accent', accent)
  box.style.setProperty('--on-accent', chooseReadableColour(accent))
  function applyTheme() {
    const { theme } = script.dataset
    box.classList.toggle('dark', theme === 'dark' || (theme !== 'light' && prefersDark.matches))
  }
  prefersDark.addEventListener('change', applyTheme)
  applyTheme()

  const controls = new Map()
  const notes = new Map()
  const form = createElement('form', { noValidate: true })
  const result = createElement('div')
  result.setAttribute('aria-live', 'polite')

  for (const { name, label, options, required } of fields) {
    const control = options
      ? createElement(
          'select',
          {},
          ...Object.entries(options).map(([value, text]) => new Option(text, value)),
        )
      : createElement('input', {
          inputMode: 'decimal',
          autocomplete: 'off',
          required: Boolean(required),
        })
    control.id = name
    const note = createElement('span', { className: 'bad', id: `${name}-note`, hidden: true })
    control.setAttribute('aria-describedby', note.id)
    controls.set(name, control)
    notes.set(name, note)
    form.append(
      createElement(
        'div',
        { className: 'field' },
        createElement('label', { htmlFor: name }, label),
        control,
        note,
      ),
    )
  }
  const submit = createElement('button', { textContent: 'Рассчитать' })
  form.append(submit)

  const parseNumber = (typed) => Number(typed.replace(/\s/g, '').replace(',', '.'))

  function readRequest() {
    const readValue = (name) => controls.get(name).value.trim()
    const isElectric = readValue('fuelType') === 'electric'
    const request = {
      price: parseNumber(readValue('price')),
      age: parseNumber(readValue('age')),
      fuelType: readValue('fuelType'),
      importCategory: readValue('importCategory'),
      isElectric,
      declaration_date: getToday(),
    }
    if (!isElectric) request.engineVolumeLiters = parseNumber(readValue('engineVolumeLiters'))
    if (readValue('enginePower')) request.enginePower = parseNumber(readValue('enginePower'))
    return request
  }

  function showProblems(problems) {
    for (const [name, note] of notes) {
      const message = problems[name]
      note.textContent = message ?? ''
      note.hidden = !message
      if (message) controls.get(name).setAttribute('aria-invalid', 'true')
      else controls.get(name).removeAttribute('aria-invalid')
    }
    controls.get(Object.keys(problems)[0])?.focus()
  }

  function findProblems(request) {
    const problems = {}
    for (const { name, options } of fields) {
      const typed = controls.get(name).value.trim()
      const isAsked = name in request
      if (options || !isAsked) continue
      if (!typed) problems[name] = 'Заполните поле'
      else if (!Number.isFinite(request[name])) problems[name] = 'Нужно число, например 2,0'
    }
    return problems
  }

  function buildPageAddress(request) {
    const query = new URLSearchParams({ declaration_date: 'today' })
    for (const [name, value] of Object.entries(request)) {
      if (name !== 'declaration_date' && value !== false) query.set(name, value)
    }
    if (request.isElectric) query.delete('fuelType')
    else if (request.enginePower) query.set('enginePowerUnit', 'hp')
    return `${site}/services?${query}#calculator`
  }

  const createLink = (href, textContent) =>
    createElement('a', { href, textContent, target: '_blank', rel: 'noopener' })

  function showAnswer(answer, request) {
    const strongest = answer.powerRange?.at(-1)
    /** One sum, or both bounds while the power is unknown. */
    const formatSum = (name) =>
      strongest
        ? `${formatRoubles(answer[name])}${NBSP}– ${formatRoubles(strongest[name])}`
        : formatRoubles(answer[name])
    const rate = answer.eurRate.value.toLocaleString('ru-RU', { maximumFractionDigits: 4 })
    const edition = answer.edition.replaceAll('-', NON_BREAKING_HYPHEN)
    const lines = answer.breakdown.map(({ title, amount, formula, source }) =>
      createElement(
        'li',
        {},
        createElement(
          'div',
          { className: 'line' },
          createElement('span', { textContent: title }),
          createElement('span', { textContent: formatRoubles(amount) }),
        ),
        createElement('div', { className: 'soft', textContent: formula }),
        createElement('div', {
          className: 'soft',
          textContent: `Основание: ${source.replace(/№ /g, '№\u00a0')}`,
        }),
      ),
    )
    const warnings = answer.warnings.map(({ message }) =>
      createElement('p', { className: 'soft', textContent: message }),
    )
    const missingPower = 'Сумма зависит от мощности: укажите её, и останется одна.'
    result.replaceChildren(
      createElement('p', { className: 'sum', textContent: formatSum('totalCustoms') }),
      createElement('p', {
        className: 'soft',
        textContent: `Таможенные платежи по редакции ${edition}; курс евро ${rate}${NBSP}₽`,
      }),
      ...(strongest ? [createElement('p', { textContent: missingPower })] : []),
      createElement('p', { textContent: `Вместе с автомобилем: ${formatSum('total')}` }),
      createElement('ul', {}, ...lines),
      ...warnings,
      createLink(buildPageAddress(request), 'Полный расчёт с пояснениями'),
    )
  }

  function showFailure(text) {
    result.replaceChildren(
      createElement('p', { className: 'bad', textContent: text }),
      createLink(`${site}/services#calculator`, 'Открыть калькулятор на сайте'),
    )
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const request = readRequest()
    const problems = findProblems(request)
    showProblems(problems)
    if (Object.keys(problems).length > 0) return
    submit.disabled = true
    submit.textContent = 'Рассчитываем…'
    try {
      const response = await fetch(`${site}/api/calculator/calculate`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        credentials: 'omit',
        body: JSON.stringify(request),
      })
      const answer = await response.json()
      if (response.ok) showAnswer(answer, request)
      else {
        showProblems(
          Object.fromEntries((answer.errors ?? []).map(({ field, message }) => [field, message])),
        )
        showFailure(answer.message ?? 'Не удалось рассчитать платежи')
      }
    } catch {
      showFailure('Не удалось рассчитать платежи. Проверьте соединение и повторите')
    } finally {
      submit.disabled = false
      submit.textContent = 'Рассчитать'
    }
  })

  box.append(createElement('h2', { textContent: 'Калькулятор растаможки' }), form, result)
  const host = createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  // A constructed style sheet needs no 'unsafe-inline' in the policy of the page.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  root.append(box)
  script.after(host)
})()
