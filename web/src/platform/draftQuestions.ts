import { hasUnsentInput } from './unsentInput.ts'

/** Answers the service worker, which navigates no tab with unsent input (src/worker/openPage.ts). */
export function answerDraftQuestions(worker: ServiceWorkerContainer): void {
  worker.addEventListener('message', ({ data, ports }) => {
    if (data?.type === 'has-draft') ports[0]?.postMessage({ hasDraft: hasUnsentInput() })
  })
}
