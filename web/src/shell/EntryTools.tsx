import { useLingui } from '@lingui/react/macro'
import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { LanguageSelect } from './LanguageSelect'
import { chooseScheme } from '../theme/scheme'

/** Language and theme before anybody has signed in. */
export function EntryTools() {
  const { t } = useLingui()
  const [dark, setDark] = useState(() => document.documentElement.dataset.theme === 'dark')
  const flip = () => {
    chooseScheme(dark ? 'light' : 'dark')
    setDark(!dark)
  }
  return (
    <div className="flex items-center gap-1">
      <LanguageSelect compact />
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
