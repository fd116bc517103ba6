import { schemeOf } from '../../host/launch'
import { askInsets, isInside, listen, paintBars, showBack, topInset, vibrate } from '../../host/messenger'
import { hostScheme } from '../../theme/scheme'
import { followBack, goBack } from '../around/back'
import { followGround } from '../around/ground'
import { followResults } from '../around/results'
import { followMainButton, MAIN_CSS, pressMain } from './mainButton'
import { keepSettings, settingsReceived } from './settings'

/** Connects the app with the controls of the Telegram app around it. */
export function followApp(): void {
  if (!isInside()) return
  dress()
  listen({
    theme_changed: (data) => hostScheme(schemeOf((data as { theme_params?: unknown })?.theme_params)),
    back_button_pressed: goBack,
    main_button_pressed: pressMain,
    secure_storage_key_received: settingsReceived,
    safe_area_changed: (data) => inset('screen', topInset(data)),
    content_safe_area_changed: (data) => inset('content', topInset(data)),
  })
  askInsets()
  followBack(showBack)
  followGround(paintBars)
  followMainButton()
  followResults(vibrate)
  keepSettings()
}

/** Telegram's own button leads back, and its controls cover the top of a page that fills the screen. */
function dress(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`.back{display:none}body{padding-top:var(--covered-top,0)}${MAIN_CSS}`)
  document.adoptedStyleSheets.push(sheet)
}

/** What Telegram's controls cover at the top, in pixels. */
const covered = { screen: 0, content: 0 }

function inset(part: keyof typeof covered, px: number): void {
  covered[part] = px
  document.documentElement.style.setProperty('--covered-top', `${covered.screen + covered.content}px`)
}
