/** The choices of the configurator. An empty text leaves a parameter out. */
export type WidgetChoice = {
  mode: 'overlay' | 'inline' | 'tab'
  side: '' | 'buy' | 'sell' | 'swap'
  isSideFixed: boolean
  from: string
  to: string
  isPairFixed: boolean
  amount: string
  language: string
  scheme: '' | 'light' | 'dark'
  color: string
  hides: readonly HideFlag[]
}

export const HIDE_FLAGS = [
  'isHideBackButton',
  'isHideSwapButton',
  'isHideLogoutButton',
  'isHideSaveRequisiteButton',
] as const
export type HideFlag = (typeof HIDE_FLAGS)[number] | 'isBrandDisplayed'

export const FIRST_CHOICE: WidgetChoice = {
  mode: 'overlay',
  side: '',
  isSideFixed: false,
  from: '',
  to: '',
  isPairFixed: false,
  amount: '',
  language: '',
  scheme: '',
  color: '',
  hides: [],
}

/** The launch parameters of a choice, without the key. */
export function paramsOf(choice: WidgetChoice): Record<string, string | boolean | Record<string, string>> {
  const { side, isSideFixed, from, to, isPairFixed, amount, language, scheme, color, hides } = choice
  const pair = isPairFixed ? '' : 'Default'
  return {
    ...(side ? { [isSideFixed ? 'displayTab' : 'defaultTab']: side } : {}),
    ...(from ? { [`fromCurrency${pair}`]: from } : {}),
    ...(to ? { [`toCurrency${pair}`]: to } : {}),
    ...(amount ? { fromAmount: amount } : {}),
    ...(language ? { language } : {}),
    ...(scheme ? { themeColor: scheme } : {}),
    ...(color ? { customerColors: { BrandColor: color } } : {}),
    ...Object.fromEntries(hides.map((flag) => [flag, flag !== 'isBrandDisplayed'])),
  }
}

/** The address of the preview in our own frame. */
export function previewAddress(apiKey: string, choice: WidgetChoice): string {
  const pairs = Object.entries({ apiKey, ...paramsOf(choice) }).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return `/frame/exchange?${new URLSearchParams(pairs as [string, string][])}`
}

/** What a partner pastes into a page. */
export function snippetOf(origin: string, apiKey: string, choice: WidgetChoice): string {
  const params = Object.entries(paramsOf(choice)).map(([name, value]) => `      ${name}: ${JSON.stringify(value)},`)
  const where = choice.mode === 'inline' ? [`    container: "#exchange",`] : []
  const call = (start: string, end: string) => [
    start,
    `    apiKey: ${JSON.stringify(apiKey)},`,
    `    mode: ${JSON.stringify(choice.mode)},`,
    ...where,
    ...(params.length > 0 ? ['    params: {', ...params, '    },'] : []),
    '    onEvent: (event) => console.log(event),',
    end,
  ]
  // A closing tag in a text would end the element.
  const code = (lines: readonly string[]) => lines.map((line) => line.replaceAll('</', '<\\/'))
  const script = `<script src="${origin}/widget.js"></script>`
  if (choice.mode === 'inline') {
    return [
      '<div id="exchange"></div>',
      script,
      '<script>',
      ...code(call('  AgioWidget.open({', '  })')),
      '</script>',
    ].join('\n')
  }
  const listen = `  document.querySelector("#buy").addEventListener("click", () => AgioWidget.open({`
  return ['<button id="buy">Buy crypto</button>', script, '<script>', ...code(call(listen, '  }))')), '</script>'].join(
    '\n',
  )
}
