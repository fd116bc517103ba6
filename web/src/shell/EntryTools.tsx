import { useLingui } from '@lingui/react/macro'
import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { chooseScheme } from '../theme/scheme'
import { LanguageSelect } from './LanguageSelect'
import { chosenAtEntry } from './ownSettings'

/** Language and theme before anybody has signed in. */
export function EntryTools() {
  const { t } = useLingui()
  const [dark, setDark] = useState(() => document.documentElement.dataset.theme === 'dark')
  const flip = () => {
    const theme = dark ? 'light' : 'dark'
    chooseScheme(theme)
    chosenAtEntry({ theme })
    setDark(!dark)
  }
  return (
    <div className="flex items-center gap-1">
      <LanguageSelect compact onChosen={(language) => chosenAtEntry({ language })} />
      <button
        type="button"
        aria-label={dark ? t`Use the light theme` : t`Use the dark theme`}
        className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken"
        onClick={flip}
      >
        {dark ? <Sun size={20} aria-hidden="true" /> : <Moon size={20} aria-hidden="true" />}
      </button>
    </div>
  )
}
