import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Segmented } from '../../../ui/Segmented'
import { TextField } from '../../../ui/TextField'
import { LANGUAGES, type Language, type Values } from './contentBody'

type ContentTextsProps = {
  values: Values
  rule: (field: string) => string | undefined
  onChange: (change: Partial<Values>) => void
  /** An article has more room, words to find it by, and no button. */
  isArticle?: boolean
  /** The preview of the words in the chosen language. */
  children: (words: Values['texts'][Language]) => ReactNode
}

/** The words in one language at a time, and their preview. English stands in for a missing title. */
export function ContentTexts({ values, rule, onChange, isArticle = false, children }: ContentTextsProps) {
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
        maxLength={isArticle ? 100 : 60}
        autoComplete="off"
        error={rule('title')}
        onChange={(title) => set({ title })}
      />
      <TextField
        label={t`Text`}
        as="textarea"
        rows={isArticle ? 14 : 3}
        hint={
          isArticle
            ? t`One line is one paragraph. Lines with - or 1. are lists. **bold**, *name in the app*.`
            : undefined
        }
        value={words.text}
        maxLength={isArticle ? 5000 : 240}
        error={rule('text')}
        onChange={(text) => set({ text })}
      />
      {isArticle ? (
        <TextField
          label={t`Words to find it by`}
          hint={t`Separated by commas: words that people type and the text does not have.`}
          value={words.keywords}
          maxLength={300}
          autoComplete="off"
          error={rule('keywords')}
          onChange={(keywords) => set({ keywords })}
        />
      ) : (
        <TextField
          label={t`Words of the button`}
          value={words.button}
          maxLength={30}
          autoComplete="off"
          error={rule('button')}
          onChange={(button) => set({ button })}
        />
      )}
      {children(words.title.trim() ? words : values.texts.en)}
    </>
  )
}
