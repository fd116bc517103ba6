import { createFileRoute } from '@tanstack/react-router'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const OwnNotifications = lazyLater(() => import('../shell/notifications/OwnNotifications'), seldomWords)

export const Route = createFileRoute('/_app/notifications')({ component: OwnNotifications })
