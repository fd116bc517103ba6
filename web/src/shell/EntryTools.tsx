import { useLingui } from '@lingui/react/macro'
import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { chooseScheme, isDark } from '../theme/scheme'
import { LanguageSelect } from './LanguageSelect'
import { chosenAtEntry } from './ownSettings'

/** Language and theme before sign-in. */
export function EntryTools() {
  const { t } = useLingui()
  const [dark, setDark] = useState(isDark)
  const flip = () => {
    const theme = dark ? 'light' : 'dark'
    chooseScheme(theme)
    chosenAtEntry({ theme })
    setDark(!dark)
  }
  return (
    <div className="flex items-center gap-1">
      <LanguageSelect onChosen={(language) => chosenAtEntry({ language })} />
      <button
        type="button"
        aria-label={dark ? t`Use the light theme` : t`Use the dark theme`}
        className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken"
        onClick={flip}
      >
        {/* Switched by CSS alone, because the prerendered page does not know the theme. */}
        <Sun size={20} className="not-in-data-[theme=dark]:hidden" />
        <Moon size={20} className="in-data-[theme=dark]:hidden" />
      </button>
    </div>
  )
}
