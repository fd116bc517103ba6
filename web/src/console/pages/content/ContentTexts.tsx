import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Segmented } from '../../../ui/Segmented'
import { TextField } from '../../../ui/TextField'
import { LANGUAGES, type Language, type Values } from './contentBody'

type ContentTextsProps = {
  values: Values
  rule: (field: string) => string | undefined
  onChange: (change: Partial<Values>) => void
  /** The preview of the words in the chosen language. */
  children: (words: Values['texts'][Language]) => ReactNode
}

/** The words in one language at a time, and their preview. English stands in for a missing title. */
export function ContentTexts({ values, rule, onChange, children }: ContentTextsProps) {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>('en')
  const words = values.texts[language]
  const set = (change: Partial<typeof words>) =>
    onChange({ texts: { ...values.texts, [language]: { ...words, ...change } } })
  return (
    <>
      <Segmented
        label={t`Language`}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map((code) => ({ value: code, label: code.toUpperCase() }))}
      />
      <TextField
        label={t`Title`}
        hint={language === 'en' ? undefined : t`Empty: the English words are shown.`}
        value={words.title}
        maxLength={60}
        autoComplete="off"
        error={rule('title')}
        onChange={(title) => set({ title })}
      />
      <TextField
        label={t`Text`}
        as="textarea"
        rows={3}
        value={words.text}
        maxLength={240}
        error={rule('text')}
        onChange={(text) => set({ text })}
      />
      <TextField
        label={t`Words of the button`}
        value={words.button}
        maxLength={30}
        autoComplete="off"
        error={rule('button')}
        onChange={(button) => set({ button })}
      />
      {children(words.title.trim() ? words : values.texts.en)}
    </>
  )
}
