export const REQUEST_LOG_PATH = '/account/requests'
