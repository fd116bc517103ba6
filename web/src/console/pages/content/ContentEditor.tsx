import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isApiError } from '../../../api/problem'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Select } from '../../../ui/Select'
import { SwitchRow } from '../../../ui/SwitchRow'
import { TextField } from '../../../ui/TextField'
import { type Content, contentsQuery, saveContent } from '../../api/content'
import { problemWords } from '../../parts/Loaded'
import { Panel } from '../../parts/Panel'
import { LocalTime } from '../campaigns/LocalTime'
import { ContentPreview } from './ContentPreview'
import { ContentTexts } from './ContentTexts'
import { bodyOf, PICTURES, TOPICS, type Values, valuesOf } from './contentBody'
import { useTopicName } from './useContentWords'

type ContentEditorProps = { kind: Content['kind']; zone: string; before?: Content }

/** A button and the form of a banner, a slide or an article, with a live preview. */
export function ContentEditor({ kind, zone, before }: ContentEditorProps) {
  const [open, setOpen] = useState(false)
  const isBanner = kind === 'banner'
  const title = isBanner ? (
    <Trans>Banner</Trans>
  ) : kind === 'slide' ? (
    <Trans>Slide</Trans>
  ) : (
    <Trans>Article of help</Trans>
  )
  return (
    <>
      <Button small variant={before ? 'quiet' : 'primary'} className="text-[14px]!" onClick={() => setOpen(true)}>
        {before ? (
          <Trans>Edit</Trans>
        ) : isBanner ? (
          <Trans>New banner</Trans>
        ) : kind === 'slide' ? (
          <Trans>New slide</Trans>
        ) : (
          <Trans>New article</Trans>
        )}
      </Button>
      <Panel open={open} onClose={() => setOpen(false)} title={title}>
        <ContentForm kind={kind} zone={zone} before={before} onClose={() => setOpen(false)} />
      </Panel>
    </>
  )
}

type ContentFormProps = { kind: Content['kind']; zone: string; before: Content | undefined; onClose: () => void }

function ContentForm({ kind, zone, before, onClose }: ContentFormProps) {
  const queries = useQueryClient()
  const [values, setValues] = useState(() => valuesOf(kind, before))
  const save = useMutation({
    mutationFn: () => saveContent(before?.id, bodyOf(kind, values)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: contentsQuery.queryKey })
      onClose()
    },
  })
  const broken = isApiError(save.error) ? save.error.fields : []
  const rule = (field: string) => broken.find(({ pointer }) => pointer === `/${field}`)?.message
  const set = (change: Partial<Values>) => setValues({ ...values, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const atFields = [
    '/title',
    '/text',
    '/button',
    '/link',
    '/audience',
    '/new_days',
    '/from',
    '/until',
    '/places',
    '/slug',
    '/keywords',
  ]
  const isElsewhere = !broken.some(({ pointer }) => atFields.includes(pointer))
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <ContentTexts values={values} rule={rule} onChange={set} isArticle={kind === 'article'}>
        {(words) => <ContentPreview kind={kind} picture={values.picture} link={values.link} words={words} />}
      </ContentTexts>
      {kind === 'article' ? (
        <ArticlePlace values={values} rule={rule} onChange={set} />
      ) : (
        <Look kind={kind} values={values} rule={rule} onChange={set} />
      )}
      <Reach values={values} rule={rule} zone={zone} isOpen={kind === 'article'} onChange={set} />
      {save.error && isElsewhere ? <Notice tone="bad">{problemWords(save.error)}</Notice> : null}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}

type PartProps = {
  values: Values
  rule: (field: string) => string | undefined
  onChange: (change: Partial<Values>) => void
}

/** The picture, the link, and the pages of a banner. */
function Look({ kind, values, rule, onChange }: PartProps & { kind: Content['kind'] }) {
  const { t } = useLingui()
  const names: Record<(typeof PICTURES)[number], string> = {
    none: t`None`,
    wallet: t`Wallet`,
    exchange: t`Exchange`,
    shield: t`Shield`,
    people: t`People`,
    done: t`Tick`,
    mail: t`Letter`,
  }
  return (
    <>
      <Select label={t`Picture`} value={values.picture} onChange={(picture) => onChange({ picture })}>
        {PICTURES.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </Select>
      <TextField
        label={t`Where the link leads`}
        hint={t`A page such as /exchange, or an address with https://. It needs the words of the button.`}
        value={values.link}
        maxLength={300}
        autoComplete="off"
        error={rule('link')}
        onChange={(link) => onChange({ link })}
      />
      <div className="rounded-card bg-surface shadow-(--e1)">
        {kind === 'banner' ? (
          <>
            <SwitchRow
              label={t`On the home page`}
              checked={values.isHome}
              onChange={(isHome) => onChange({ isHome })}
            />
            <SwitchRow
              label={t`On the landing page`}
              checked={values.isLanding}
              onChange={(isLanding) => onChange({ isLanding })}
            />
          </>
        ) : null}
        <SwitchRow label={t`Shown`} checked={values.isOn} onChange={(isOn) => onChange({ isOn })} />
      </div>
      {rule('places') ? (
        <p role="alert" className="text-[13px] text-bad">
          {rule('places')}
        </p>
      ) : null}
    </>
  )
}

/** The address and the topic of an article. */
function ArticlePlace({ values, rule, onChange }: PartProps) {
  const { t } = useLingui()
  const topicName = useTopicName()
  return (
    <>
      <TextField
        label={t`Address`}
        hint={t`Small Latin letters, digits and dashes. The address of a built-in article, such as fees, takes its place.`}
        value={values.slug}
        maxLength={40}
        autoComplete="off"
        error={rule('slug')}
        onChange={(slug) => onChange({ slug })}
      />
      <Select label={t`Topic`} value={values.topic} onChange={(topic) => onChange({ topic: topic as Values['topic'] })}>
        {TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {topicName(topic)}
          </option>
        ))}
      </Select>
      <div className="rounded-card bg-surface shadow-(--e1)">
        <SwitchRow label={t`Shown`} checked={values.isOn} onChange={(isOn) => onChange({ isOn })} />
      </div>
    </>
  )
}

/** Audience and period. Content that is open to everybody has no audience. */
function Reach({ values, rule, zone, isOpen, onChange }: PartProps & { zone: string; isOpen: boolean }) {
  const { t } = useLingui()
  return (
    <>
      {isOpen ? null : (
        <Select
          label={t`Who sees it`}
          value={values.audience}
          error={rule('audience')}
          onChange={(audience) => onChange({ audience: audience as Values['audience'] })}
        >
          <option value="all">{t`Everyone`}</option>
          <option value="not_verified">{t`Not verified`}</option>
          <option value="new">{t`New customers`}</option>
        </Select>
      )}
      {values.audience === 'new' ? (
        <TextField
          label={t`Days since the sign-up`}
          inputMode="numeric"
          value={values.newDays}
          maxLength={3}
          error={rule('new_days')}
          onChange={(newDays) => onChange({ newDays })}
        />
      ) : null}
      <LocalTime
        label={t`Begins`}
        hint={t`Empty: at once. Time zone: ${zone}.`}
        value={values.from}
        error={rule('from')}
        onChange={(from) => onChange({ from })}
      />
      <LocalTime
        label={t`Ends`}
        hint={t`Empty: never. At this time it is over.`}
        value={values.until}
        error={rule('until')}
        onChange={(until) => onChange({ until })}
      />
      <TextField
        label={t`Position`}
        hint={t`0 is first.`}
        inputMode="numeric"
        value={values.position}
        maxLength={2}
        onChange={(position) => onChange({ position })}
      />
    </>
  )
}
