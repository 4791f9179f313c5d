/* Stands between a process and its disk: records, fails, stalls, or leaves out what it does.
 *
 * Loaded with LD_PRELOAD. Only regular files below the folder given to `shim_record` or
 * `shim_watch` count; all else passes untouched. The trace is a sequence of records
 * { kind, path length, inode, offset, data length } followed by the path and the data.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { WRITES, SYNCS };
enum { FD_MAX = 4096 };

struct record {
    uint8_t kind;
    uint8_t pad[3];
    uint32_t path_len;
    uint64_t inode;
    int64_t offset;
    uint64_t data_len;
} __attribute__((packed));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_len;
static int trace = -1;
static char is_ours[FD_MAX];
static int without_sync;
static long counted[2], countdown[2];
static int error_of[2], is_for_good[2];
static long stall_ms, stalls_left;
static int is_stalled;
static int64_t clock_offset_s;

static void put(const void *data, size_t length)
{
    const char *at = data;
    while (length) {
        ssize_t n = syscall(SYS_write, trace, at, length);
        if (n < 0)
            abort();
        at += n;
        length -= (size_t)n;
    }
}

static void note(char kind, const char *path, uint64_t inode, int64_t offset, const void *data,
                 size_t length)
{
    if (trace < 0)
        return;
    struct record record = {
        .kind = (uint8_t)kind, .path_len = path ? (uint32_t)strlen(path) : 0,
        .inode = inode, .offset = offset, .data_len = length,
    };
    put(&record, sizeof record);
    if (path)
        put(path, record.path_len);
    if (length)
        put(data, length);
}

static int is_below(const char *path)
{
    return folder_len && path && !strncmp(path, folder, folder_len) && path[folder_len] == '/';
}

static int ours(int fd)
{
    return fd >= 0 && fd < FD_MAX && is_ours[fd];
}

static uint64_t inode_of(int fd)
{
    struct stat st;
    return fstat(fd, &st) ? 0 : st.st_ino;
}

/* Return whether this operation fails, errno set; -2 asks for half a write. */
static int fault(int kind)
{
    counted[kind]++;
    if (!countdown[kind])
        return 0;
    if (countdown[kind] > 1) {
        countdown[kind]--;
        return 0;
    }
    if (!is_for_good[kind])
        countdown[kind] = 0;
    if (!error_of[kind])
        return -2;
    errno = error_of[kind];
    return -1;
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) \
        real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

/* ---- for the test, through ctypes ---- */

void shim_watch(const char *path)
{
    pthread_mutex_lock(&lock);
    snprintf(folder, sizeof folder, "%s", path);
    folder_len = strlen(folder);
    pthread_mutex_unlock(&lock);
}

int shim_record(const char *trace_path)
{
    pthread_mutex_lock(&lock);
    if (trace >= 0)
        syscall(SYS_close, trace);
    trace = -1;
    if (trace_path)
        trace = (int)syscall(SYS_openat, AT_FDCWD, trace_path,
                             O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    pthread_mutex_unlock(&lock);
    return trace;
}

void shim_mark(const char *text)
{
    pthread_mutex_lock(&lock);
    note('M', text, 0, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
}

void shim_fail(int kind, long nth, int error, int for_good)
{
    pthread_mutex_lock(&lock);
    countdown[kind] = nth;
    error_of[kind] = error;
    is_for_good[kind] = for_good;
    pthread_mutex_unlock(&lock);
}

long shim_count(int kind)
{
    return counted[kind];
}

void shim_count_from_zero(void)
{
    counted[WRITES] = counted[SYNCS] = 0;
}

void shim_stall(long ms, long syncs)
{
    stall_ms = ms;
    stalls_left = syncs;
}

int shim_is_stalled(void)
{
    return __atomic_load_n(&is_stalled, __ATOMIC_SEQ_CST);
}

void shim_without_sync(int yes)
{
    without_sync = yes;
}

void shim_clock(int64_t offset_s)
{
    clock_offset_s = offset_s;
}

/* ---- what processes call ---- */

static int opened(const char *path, int flags, mode_t mode,
                  int (*real)(const char *, int, ...))
{
    if (!is_below(path))
        return real(path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat st;
    int is_new = (flags & O_CREAT) && stat(path, &st);
    int fd = -1;
    if (!is_new || !fault(WRITES))
        fd = real(path, flags, mode);
    if (fd >= 0 && fd < FD_MAX) {
        is_ours[fd] = 1;
        if (is_new)
            note('C', path, inode_of(fd), 0, NULL, 0);
        else if (flags & O_TRUNC)
            note('T', NULL, inode_of(fd), 0, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) \
    { \
        mode_t mode = 0; \
        if (flags & (O_CREAT | O_TMPFILE)) { \
            va_list rest; \
            va_start(rest, flags); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        REAL(int, name, const char *, int, ...); \
        return opened(path, flags, mode, real); \
    }

OPEN(open)
OPEN(open64)

int close(int fd)
{
    REAL(int, close, int);
    if (fd >= 0 && fd < FD_MAX)
        is_ours[fd] = 0;
    return real(fd);
}

ssize_t write(int fd, const void *data, size_t length)
{
    REAL(ssize_t, write, int, const void *, size_t);
    if (!ours(fd))
        return real(fd, data, length);
    pthread_mutex_lock(&lock);
    int how = fault(WRITES);
    ssize_t n = how == -1 ? -1 : real(fd, data, how == -2 ? (length + 1) / 2 : length);
    if (n > 0)
        note('W', NULL, inode_of(fd), lseek(fd, 0, SEEK_CUR) - n, data, (size_t)n);
    pthread_mutex_unlock(&lock);
    return n;
}

#define PWRITE(name, offset_type) \
    ssize_t name(int fd, const void *data, size_t length, offset_type offset) \
    { \
        REAL(ssize_t, name, int, const void *, size_t, offset_type); \
        if (!ours(fd)) \
            return real(fd, data, length, offset); \
        pthread_mutex_lock(&lock); \
        int how = fault(WRITES); \
        ssize_t n = how == -1 ? -1 : real(fd, data, how == -2 ? (length + 1) / 2 : length, offset); \
        if (n > 0) \
            note('W', NULL, inode_of(fd), offset, data, (size_t)n); \
        pthread_mutex_unlock(&lock); \
        return n; \
    }

PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define FTRUNCATE(name, offset_type) \
    int name(int fd, offset_type length) \
    { \
        REAL(int, name, int, offset_type); \
        if (!ours(fd)) \
            return real(fd, length); \
        pthread_mutex_lock(&lock); \
        int result = fault(WRITES) == -1 ? -1 : real(fd, length); \
        if (!result) \
            note('T', NULL, inode_of(fd), length, NULL, 0); \
        pthread_mutex_unlock(&lock); \
        return result; \
    }

FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)

static int synced(int fd, int (*real)(int))
{
    struct stat st;
    if (fstat(fd, &st))
        return real(fd);
    char path[PATH_MAX] = "", link[64];
    if (S_ISDIR(st.st_mode)) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(link, path, sizeof path - 1);
        path[n > 0 ? n : 0] = 0;
        if (!folder_len || strncmp(path, folder, folder_len))
            return real(fd);
    } else if (!ours(fd)) {
        return real(fd);
    }
    if (stalls_left > 0 && !S_ISDIR(st.st_mode)) {
        stalls_left--;
        __atomic_store_n(&is_stalled, 1, __ATOMIC_SEQ_CST);
        struct timespec pause = {stall_ms / 1000, stall_ms % 1000 * 1000000L};
        nanosleep(&pause, NULL);
        __atomic_store_n(&is_stalled, 0, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_lock(&lock);
    int how = fault(SYNCS);
    int result = how == -1 ? -1 : without_sync ? 0 : real(fd);
    note(result ? 'F' : S_ISDIR(st.st_mode) ? 'D' : 'S', *path ? path : NULL, st.st_ino, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int fd)
{
    REAL(int, fsync, int);
    return synced(fd, real);
}

int fdatasync(int fd)
{
    REAL(int, fdatasync, int);
    return synced(fd, real);
}

int unlink(const char *path)
{
    REAL(int, unlink, const char *);
    if (!is_below(path))
        return real(path);
    pthread_mutex_lock(&lock);
    int result = real(path);
    if (!result)
        note('U', path, 0, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int rename(const char *from, const char *to)
{
    REAL(int, rename, const char *, const char *);
    if (!is_below(to))
        return real(from, to);
    pthread_mutex_lock(&lock);
    int result = fault(WRITES) == -1 ? -1 : real(from, to);
    if (!result)
        note('R', from, 0, 0, to, strlen(to));
    pthread_mutex_unlock(&lock);
    return result;
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    REAL(int, clock_gettime, clockid_t, struct timespec *);
    int result = real(which, now);
    if (!result && which == CLOCK_REALTIME)
        now->tv_sec += clock_offset_s;
    return result;
}
