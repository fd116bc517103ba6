import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { config } from '../../host/config'
import { LOCALE_NAMES, LOCALES, type Locale } from '../../i18n/locale'
import { Badge, type Tone } from '../../ui/Badge'
import { type Preview, previewsQuery } from '../api/messages'
import { Card } from '../parts/Card'
import { Loaded } from '../parts/Loaded'
import { MailFrame } from '../parts/MailFrame'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'

/** An example of every notification of customers, in each language of the tenant. */
export function MessagesPage() {
  const { t, i18n } = useLingui()
  const languages = LOCALES.filter((locale) => config.tenant.languages.includes(locale))
  const own = i18n.locale as Locale
  const [language, setLanguage] = useState<Locale>(languages.includes(own) ? own : (languages[0] ?? 'en'))
  const found = useQuery(previewsQuery(language))
  return (
    <>
      <PageHead title={<Trans>Messages</Trans>} />
      <p className="mb-3 text-[14px] text-muted">
        <Trans>What customers read in the app, in web push, in Telegram and in emails, with made-up values.</Trans>
      </p>
      <Pills
        label={t`Language`}
        value={language}
        onChange={setLanguage}
        options={languages.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
      />
      <Loaded asked={found}>
        {(all) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {all.map((preview) => (
              <li key={preview.kind}>
                <PreviewCard preview={preview} language={language} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

const TONES: Record<Preview['severity'], Tone> = { info: 'plain', warning: 'wait', action: 'act' }

function PreviewCard({ preview, language }: { preview: Preview; language: Locale }) {
  const {
    kind,
    severity,
    title,
    text,
    push_text: push,
    telegram_text: telegram,
    mail_subject: subject,
    mail_text: mail,
  } = preview
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 lang={language} className="t-row font-semibold">
          {title}
        </h2>
        <Badge tone={TONES[severity]}>{kind}</Badge>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 desk:grid-cols-2">
        <Words label={<Trans>In the app</Trans>} language={language} text={text} />
        <Words label={<Trans context="channel">Web push</Trans>} language={language} text={push} />
        <Words label={<Trans context="channel">Telegram</Trans>} language={language} text={telegram} />
        {subject && mail ? (
          <Words label={<Trans context="channel">Email</Trans>} language={language} text={`${subject}\n\n${mail}`} />
        ) : null}
      </dl>
      {subject && mail ? (
        <div className="mt-3 grid">
          <MailFrame kind={kind} language={language} title={subject} />
        </div>
      ) : null}
    </Card>
  )
}

type WordsProps = { label: ReactNode; language: Locale; text: string }

function Words({ label, language, text }: WordsProps) {
  return (
    <div className="min-w-0">
      <dt className="t-cap mb-1 text-muted">{label}</dt>
      <dd lang={language} className="rounded-control bg-sunken px-3 py-2 text-[14px] whitespace-pre-wrap wrap-anywhere">
        {text.trim()}
      </dd>
    </div>
  )
}
